import { assertEquals } from "@std/assert";
import { isCompressedFrom, isRotationName } from "../../src/source/rotation_name.ts";

Deno.test("names that rotation makes are known, those of other logs are not", () => {
  const rotated = [
    "app.log.1",
    "app.log.12.gz",
    "app.log-20261120",
    "app.log.2026-11-20T10:00:00Z",
    "app-2026-11-20.log",
    "app-2026-11-20.1.log.zst",
    "app.1.log",
    "app.log.old",
    "app_old.log",
    "app.log.1.bak",
  ];
  const others = [
    "app.log",
    "app-worker.log",
    "application.log",
    "app.log.txt",
    "app.json",
    "my-app.log.1",
    "xapp.1.log",
  ];
  assertEquals(rotated.filter((name) => !isRotationName("app.log", name)), []);
  assertEquals(others.filter((name) => isRotationName("app.log", name)), []);
  assertEquals(
    ["messages.1", "messages-20261120", "messages.old"].filter((name) => !isRotationName("messages", name)),
    [],
  );
});

Deno.test("what compressing makes of a rotated file, counted up or not, is known by its name", () => {
  const pairs: [string, string, boolean][] = [
    ["app.log.1", "app.log.1.gz", true],
    ["app.log.1", "app.log.2.zst", true],
    ["app.1.log", "app.12.log.gz", true],
    ["app-2026-11-20.log", "app-2026-11-20.log.xz", true],
    ["app.log", "app.log.gz", true],
    ["app.log.1", "app.log.2", false],
    ["app.log.1", "app.err.2.gz", false],
    ["app-2026-11-20.log", "app-2026-11-21.log.gz", false],
    ["app.log-20261120", "app.log-20261121.gz", false],
  ];
  for (const [base, name, expected] of pairs) {
    assertEquals(isCompressedFrom(base, name), expected, `${base} ${name}`);
  }
});
