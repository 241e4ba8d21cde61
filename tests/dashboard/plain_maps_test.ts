import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { readPlainMaps } from "../../src/dashboard/plain_maps.ts";

const SKINS = `${import.meta.dirname}/../../skins`;

/** What the reader of all of YAML says of a text; null if it is broken. */
function inYaml(text: string): unknown {
  const document = parseDocument(text);
  return document.errors.length > 0 ? null : document.toJS();
}

for (const { name } of Deno.readDirSync(SKINS)) {
  Deno.test(`${name} is plain enough to be read without all of YAML, and says the same`, () => {
    const text = Deno.readTextFileSync(`${SKINS}/${name}`);
    assertEquals(readPlainMaps(text), inYaml(text) as ReturnType<typeof readPlainMaps>);
  });
}

Deno.test("what is taken for plain means in YAML what it is taken for", () => {
  const lines = fc.array(
    fc.constantFrom(
      "kind: dark",
      "colors:",
      '  text: "#eee"',
      '  text: "#eee" # why',
      "  bar: default",
      "    bar: default",
      "  bar:",
      "name: null",
      "name: True",
      "name: a b",
      "name: 'a'",
      'name: "a\\n"',
      'name: ""',
      "# a comment",
      "  # another",
      "",
      "other: x#y",
      "other: x #y",
      "---",
      "- a",
      "\ttab: x",
      "a: *b",
      "a: &b c",
      "a: b: c",
      "severities: { trace: default }",
    ),
    { maxLength: 4 },
  );
  let plain = 0;
  fc.assert(
    fc.property(lines, fc.constantFrom("\n", "\r\n"), (all, newline) => {
      const text = all.join(newline);
      const read = readPlainMaps(text);
      if (read === null || Object.keys(read).length === 0) return;
      plain++;
      assertEquals(read, inYaml(text) as typeof read, text);
    }),
    { numRuns: 5000 },
  );
  assert(plain > 100, `${plain} were plain`);
});
