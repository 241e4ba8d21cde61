import { assertEquals, assertThrows } from "@std/assert";
import { replaceFile } from "../../src/cli/replaced_file.ts";
import { UserError } from "../../src/record/user_error.ts";

Deno.test("a file takes the place of the one that its name leads to, with its permissions and nothing beside it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/kept`);
    await Deno.writeTextFile(`${folder}/kept/base.json`, "old", { mode: 0o640 });
    await Deno.symlink(`${folder}/kept/base.json`, `${folder}/base.json`);
    replaceFile(`${folder}/base.json`, "new");
    assertEquals(await Deno.readTextFile(`${folder}/kept/base.json`), "new");
    assertEquals((await Deno.lstat(`${folder}/base.json`)).isSymlink, true);
    if (Deno.build.os !== "windows") {
      assertEquals((await Deno.stat(`${folder}/kept/base.json`)).mode! & 0o777, 0o640);
    }
    replaceFile(`${folder}/first.json`, "first");
    assertEquals(await Deno.readTextFile(`${folder}/first.json`), "first");
    assertThrows(() => replaceFile(`${folder}/none/base.json`, ""), UserError, "no such folder");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      "base.json",
      "first.json",
      "kept",
    ]);
    assertEquals([...Deno.readDirSync(`${folder}/kept`)].map(({ name }) => name), ["base.json"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
