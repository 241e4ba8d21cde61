import { assertEquals } from "@std/assert";
import { type CaseRecord, readText } from "./case_reader.ts";

interface Case {
  text: string;
  expect: CaseRecord[];
}

const folder = new URL("../cases/format/", import.meta.url);
for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!name.startsWith("text_")) continue;
  const cases: Case[] = JSON.parse(Deno.readTextFileSync(new URL(name, folder)));
  for (const { text, expect } of cases) {
    const title = text.length > 90 ? `${text.slice(0, 90)}…` : text;
    Deno.test(`${name.slice(5, -5)} reads ${JSON.stringify(title)}`, () => {
      // Through JSON, so that a value is compared as the case writes it.
      assertEquals(JSON.parse(JSON.stringify(readText(`${text}\n`))), expect);
    });
  }
}
