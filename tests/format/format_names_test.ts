import { assertEquals } from "@std/assert";
import { FORMAT_NAMES } from "../../src/format/format_names.ts";
import type { ReadContext } from "../../src/format/line_format.ts";
import { NO } from "../../src/format/line_format.ts";
import { makeFormats } from "../../src/format/registry.ts";
import { KeyTable } from "../../src/record/key_table.ts";

Deno.test("every format can be named, and nothing else", () => {
  const context: ReadContext = {
    keys: new KeyTable(),
    single: false,
    hasEscape: false,
    reference: 0,
    offsetAt: () => 0,
    handOver: () => {},
    readInner: () => NO,
  };
  const { envelopes, formats } = makeFormats(context, {});
  const all = [...envelopes, ...formats];
  assertEquals(all.map(({ name }) => name), FORMAT_NAMES);
  assertEquals(all.map(({ format }) => format.name), FORMAT_NAMES);
});
