import { assertEquals } from "@std/assert";
import { isRotationName } from "../../src/source/rotation_name.ts";

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
