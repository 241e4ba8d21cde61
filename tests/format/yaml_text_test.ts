import { assertEquals } from "@std/assert";
import { yamlValue } from "../../src/format/documents/yaml_text.ts";

const CASES: [text: string, value: unknown][] = [
  ["a: 1\nb: 'it''s'\nc: \"x\\ny\"", { a: 1, b: "it's", c: "x\ny" }],
  ["a:\n  b:\n  - 1\n  - c: 2\n    d: ~\n  - - x\n    - y", { a: { b: [1, { c: 2, d: null }, ["x", "y"]] } }],
  ["a: |\n  one\n    two\n\n  three\nb: >-\n  one\n  two\n\n  three", {
    a: "one\n  two\n\nthree\n",
    b: "one two\nthree",
  }],
  ['a: one\n  two\nb: "one\\\n  \\ two"', { a: "one two", b: "one two" }],
  ['a: [x, 2]\nb: {"c": 3}\nd: []\ne: {x}', { a: ["x", 2], b: { c: 3 }, d: [], e: "{x}" }],
  ["a: 2026-11-20T08:00:00Z # later\nurl: http://x:80/y\n'@type': t\nk/v.w: true", {
    a: "2026-11-20T08:00:00Z",
    url: "http://x:80/y",
    "@type": "t",
    "k/v.w": true,
  }],
  ["- a: 1\n- 007\n-\n  b: 2", [{ a: 1 }, "007", { b: 2 }]],
  ["a: 1\n   b: 2", undefined],
  ["a: 'open", undefined],
  ["a: 1\nno pair", undefined],
];

for (const [text, value] of CASES) {
  Deno.test(`yamlValue() reads ${JSON.stringify(text)}`, () => assertEquals(yamlValue(text), value));
}
