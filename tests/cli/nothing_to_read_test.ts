import { assertEquals, assertStringIncludes } from "@std/assert";
import { nothingToRead } from "../../src/cli/nothing_to_read.ts";

async function withFiles(count: number, run: (folder: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (let i = 1; i <= count; i++) {
      await Deno.writeTextFile(`${folder}/${i}.log`, "x".repeat(1000 * (i - 1)));
      await Deno.utime(`${folder}/${i}.log`, 1e9 + i, 1e9 + i);
    }
    await Deno.writeTextFile(`${folder}/notes.txt`, "");
    run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the log files of a folder are listed, the last written first and as the example, empty ones at the end", async () => {
  await withFiles(3, (folder) => {
    assertStringIncludes(
      nothingToRead(folder),
      "Log files here, the last written first:\n  3.log  2.0 kB\n  2.log  1.0 kB\n  1.log  empty\nExamples:\n  weir 3.log ",
    );
  });
});

Deno.test("the example is one that a shell takes as it is meant", async () => {
  for (const [name, typed] of [["-a.log", "./-a.log"], ["a b's.log", "'a b'\\''s.log'"]]) {
    await withFiles(0, (folder) => {
      Deno.writeTextFileSync(`${folder}/${name}`, "");
      assertStringIncludes(nothingToRead(folder), `Examples:\n  weir ${typed} `);
    });
  }
});

Deno.test("of many log files it is said how many are not listed", async () => {
  await withFiles(9, (folder) => {
    const lines = nothingToRead(folder).split("\n");
    assertEquals(lines.slice(9, 12), ["  2.log  1.0 kB", "  and 1 more", "Examples:"]);
  });
});

Deno.test("where there are no log files, none are listed", async () => {
  await withFiles(0, (folder) => {
    assertEquals(nothingToRead(folder).includes("Log files"), false);
  });
});
