import { assertEquals } from "@std/assert";
import { exportLines } from "../../src/engine/export_rows.ts";

Deno.test("lines that could not all be written leave no file behind, so that the name is free for another try", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/lines.log`;
  function* halfOf() {
    yield "x".repeat(1 << 21);
    throw new Error("No space left on device (os error 28)");
  }
  try {
    assertEquals(exportLines(path, halfOf()), {
      kind: "error",
      message: `Cannot write ${path}: No space left on device`,
    });
    assertEquals(exportLines(path, ["one", "two\n"]), { kind: "exported", path, records: 2 });
    assertEquals(await Deno.readTextFile(path), "one\ntwo\n");
    assertEquals(exportLines(path, []), {
      kind: "error",
      message: `Cannot write ${path}: it already exists; choose another name`,
    });
    assertEquals(await Deno.readTextFile(path), "one\ntwo\n");
    assertEquals(exportLines(`${folder}/none/lines.log`, []), {
      kind: "error",
      message: `Cannot write ${folder}/none/lines.log: no such folder`,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
