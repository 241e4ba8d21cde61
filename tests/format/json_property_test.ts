import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type AttributeValue, textOfValue } from "../../src/record/log_record.ts";
import { JsonFormat } from "../../src/format/json/json.ts";
import { NO, PARTIAL, YES } from "../../src/format/line_format.ts";
import { FormatTester } from "./format_tester.ts";

/** Flattens as the format is said to: dotted keys, arrays and empty objects as values, the last of equals. */
function flatten(value: unknown, prefix: string, into: Map<string, unknown>): Map<string, unknown> {
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    if (isObject && Object.keys(inner).length > 0) flatten(inner, `${prefix}${key}.`, into);
    else into.set(prefix + key, inner);
  }
  return into;
}

function plain(value: AttributeValue): unknown {
  if (value === null || typeof value !== "object") return value;
  return "json" in value ? JSON.parse(value.json) : Number(textOfValue(value));
}

/** Keys that have no role, some of which come again and again. */
const key = fc.oneof(
  fc.constantFrom("a", "b.c", "long_key_number_one", "ä", ""),
  fc.string({ unit: "binary" }),
)
  .map((name) => `x${name}`);
const scalar = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);
const { object } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(key, tie("value"), { maxKeys: 6, noNullPrototype: true }),
}));

const space = fc.constantFrom("", "", "", " ", "\t", "  ");

/** The same JSON with other white space, and every other character of its strings escaped. */
function written(value: unknown, blank: () => string, escapes: boolean): string {
  const text = (one: string) => {
    const json = JSON.stringify(one);
    return escapes
      ? json.replace(/[a-z](?![a-z"]*\\)/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
      : json;
  };
  if (Array.isArray(value)) {
    return `[${blank()}${value.map((one) => written(one, blank, false)).join(`${blank()},`)}${blank()}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, inner]) =>
      `${JSON.stringify(name)}${blank()}:${blank()}${written(inner, blank, escapes)}`
    );
    return `{${blank()}${members.join(`${blank()},${blank()}`)}${blank()}}`;
  }
  return typeof value === "string" ? text(value) : JSON.stringify(value);
}

Deno.test("the fields of any JSON object are those of JSON.parse, flattened", () => {
  const tester = new FormatTester((context) => new JsonFormat(context));
  fc.assert(
    fc.property(object, fc.infiniteStream(space), fc.boolean(), (value, spaces, escapes) => {
      const line = written(value, () => spaces.next().value!, escapes);
      const expected = flatten(JSON.parse(line), "", new Map());
      const record = tester.record(line);
      const found = new Map([...record.attributes].map(([name, one]) => [name, plain(one)]));
      assertEquals(found, expected);
      assertEquals(record.body, line);
    }),
    { numRuns: 600 },
  );
});

Deno.test("a line cut or changed anywhere gives nothing or what JSON.parse reads, and never throws", () => {
  const tester = new FormatTester((context) => new JsonFormat(context));
  fc.assert(
    fc.property(object, fc.nat(), fc.nat(255), fc.boolean(), (value, seed, byte, cut) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const place = seed % bytes.length;
      const line = cut ? bytes.subarray(0, place) : bytes.with(place, byte);
      const { verdict, added } = tester.read(line);
      assertEquals(added, verdict === YES ? 1 : 0);
      let isJson = true;
      try {
        const parsed = JSON.parse(new TextDecoder().decode(line));
        isJson = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
      } catch {
        isJson = false;
      }
      if (isJson) assertEquals(verdict, YES);
      else if (cut) assertEquals(verdict === NO || verdict === PARTIAL, true);
    }),
    { numRuns: 1500 },
  );
});

Deno.test("an object printed over many lines is one record, asked for line by line", () => {
  const tester = new FormatTester((context) => new JsonFormat(context));
  fc.assert(
    fc.property(object, fc.constantFrom(0, 1, 2, 4), (value, indent) => {
      if (Object.keys(value as object).length === 0) return;
      const lines = JSON.stringify({ ...(value as object), msg: "the body" }, null, indent || "\n").split(
        "\n",
      );
      const kept = lines.filter((line) => line !== "");
      for (let count = 1; count < kept.length; count++) {
        assertEquals(tester.read(kept.slice(0, count).join("\n")).verdict, PARTIAL);
      }
      const record = tester.record(kept.join("\n"));
      const found = new Map([...record.attributes].map(([name, one]) => [name, plain(one)]));
      assertEquals(found, flatten(JSON.parse(JSON.stringify(value)), "", new Map()));
      assertEquals(record.body, "the body");
    }),
    { numRuns: 100 },
  );
});
