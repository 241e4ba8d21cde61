import { assertEquals, assertStringIncludes } from "@std/assert";
import { nothingToRead } from "../../src/cli/nothing_to_read.ts";

async function withFiles(count: number, run: (folder: string) => void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (let i = 1; i <= count; i++) await Deno.writeTextFile(`${folder}/${i}.log`, "");
    await Deno.writeTextFile(`${folder}/notes.txt`, "");
    run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the log files of a folder are listed, and the first one is the example", async () => {
  await withFiles(2, (folder) => {
    assertStringIncludes(
      nothingToRead(folder),
      "Log files in this folder:\n  1.log\n  2.log\nExamples:\n  weir 1.log ",
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
    assertEquals(lines.slice(9, 12), ["  8.log", "  and 1 more", "Examples:"]);
  });
});

Deno.test("where there are no log files, none are listed", async () => {
  await withFiles(0, (folder) => {
    assertEquals(nothingToRead(folder).includes("Log files in this folder"), false);
  });
});
