import { assertEquals } from "@std/assert";
import { labelsOf } from "../../src/dashboard/source_labels.ts";

function shown(names: string[], cells: number): string[] {
  const { labelIn } = labelsOf(names);
  return names.map((name) => labelIn(name, cells));
}

Deno.test("a source is named by its file", () => {
  assertEquals(shown(["/var/log/a/api.log", "/var/log/b/web.log", "stdin"], 12), [
    "api.log",
    "web.log",
    "stdin",
  ]);
  assertEquals(shown(["gateway-access.log", "hosts.syslog"], 12), ["gatewa…ccess", "hosts.syslog"]);
  assertEquals(shown(["gateway-access.log", "hosts.syslog"], 14), ["gateway-access", "hosts.syslog"]);
  assertEquals(shown(["gateway-access.log", "gateway-access.json"], 14), [
    "gateway…ss.log",
    "gateway…s.json",
  ]);
});

Deno.test("files of one name are told apart by their folders", () => {
  const pods = ["/var/log/pods/shop_api-1/api/0.log", "/var/log/pods/shop_web-2/web/0.log"];
  assertEquals(shown(pods, 24), ["shop_api-1/api/0.log", "shop_web-2/web/0.log"]);
  assertEquals(shown(pods, 12), ["shop_api-1/…", "shop_web-2/…"]);
  assertEquals(shown(["a/app.log", "b/app.log", "b/web.log", "otlp"], 12), [
    "a/app.log",
    "b/app.log",
    "b/web.log",
    "otlp",
  ]);
  assertEquals(shown(["C:\\logs\\a\\app.log", "C:\\logs\\b\\app.log"], 12), ["a\\app.log", "b\\app.log"]);
  assertEquals(shown(["/srv/app.log", "/srv/old/app.log"], 12), ["app.log", "old/app.log"]);
});

Deno.test("a long name is cut where the names differ least, without the extension", () => {
  const numbered = ["00", "01", "10", "11", "21"];
  const named = (behind: string) => numbered.map((number) => `service-number-${number}${behind}.log`);
  assertEquals(shown(named(""), 12), numbered.map((number) => `servic…er-${number}`));
  assertEquals(shown(named("-node"), 12), numbered.map((number) => `…ber-${number}-node`));
  const dated = ["payments", "shipping"].map((name) => `${name}.2026-11-20T08-00-00.log`);
  assertEquals(shown(dated, 13), ["paymen…-00-00", "shippi…-00-00"]);
});
