import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { UserError } from "../../src/record/user_error.ts";
import { parseConfig } from "../../src/settings/config_text.ts";
import { readPlainConfig } from "../../src/settings/plain_config.ts";

/** What the reader of all of YAML says of a text; null if it is broken, or it has remarks. */
function inYaml(text: string): unknown {
  try {
    const { values, warnings } = parseConfig("c.yml", text);
    return warnings.length > 0 ? null : values;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

const USUAL = `# What I like
skin: nord
update-interval: 2s
ai-provider: lmstudio
api-base: http://127.0.0.1:1234/v1 # here
api-key: "sk-…"
files:
  - /var/log/app.log
  - '/var/log/*.log'
stop-words: foo,bar
formats:
  mine: '(?<time>\\S+ \\S+) (?<severity>\\w+) (?<body>.*)'
`;

Deno.test("a usual configuration is plain enough to be read without all of YAML, and says the same", () => {
  for (const text of [USUAL, USUAL.replaceAll("\n", "\r\n"), ""]) {
    const plain = readPlainConfig(text);
    assertEquals(plain?.size, text === "" ? 0 : 8);
    assertEquals(plain, inYaml(text) as typeof plain);
  }
});

Deno.test("what is taken for plain means in YAML what it is taken for", () => {
  const lines = fc.array(
    fc.constantFrom(
      ...USUAL.split("\n"),
      ..."skin: null|skin: ~|skin: ''|skin: \"a\\n\"|skin: a b|skin: a: b|skin: a:|skin: x#y|skin: x #y"
        .split("|"),
      ..."follow: true|log-buffer: 0x10|log-buffer: 1_000|time-zone: +01:00|skin: *a|skin: &a b|skin: !x y"
        .split("|"),
      ..."files: [a, b]|files: { a: b }|files:|- a|- b: c|  - a|    - deeper|  -|  - |  ? a|  mine: x|  mine: y"
        .split("|"),
      ..."unknown: 1|config: x|\tskin: a|---|...|  more text|skin: >|  folded|%YAML 1.2|\ufeffskin: nord"
        .split("|"),
    ),
    { maxLength: 5 },
  );
  let plain = 0;
  fc.assert(
    fc.property(lines, (all) => {
      const text = all.join("\n");
      const read = readPlainConfig(text);
      if (read === null || read.size === 0) return;
      plain++;
      assertEquals(read, inYaml(text) as typeof read, text);
    }),
    { numRuns: 10000 },
  );
  assert(plain > 200, `${plain} were plain`);
});
