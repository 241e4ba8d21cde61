import { assertEquals } from "@std/assert";
import { type AttributeValue, EMPTY_RECORD, type LogRecord } from "../../src/record/log_record.ts";
import { normalJson } from "../../src/record/normal_json.ts";

/** The body and the attributes as they are printed. */
function printed(record: Partial<LogRecord>): [body: string, attributes: string] {
  const line = normalJson({ ...EMPTY_RECORD, ...record }, { source: "s", format: "f" });
  const [, body, attributes] = /"body":(.*),"attributes":(.*),"service":/.exec(line)!;
  return [body, attributes];
}

Deno.test("half a surrogate pair is printed as U+FFFD, in texts, names and values that are JSON", () => {
  const attributes = new Map<string, AttributeValue>([
    ["a\ud800", "b\udc00"],
    ["list", { json: '["\\ud83d\\ude00","\\uD83D","\\\\ud800","\\udc00\\ud83d\\ud83d\\ude00x"]' }],
  ]);
  assertEquals(printed({ body: "x\ud800y \u{1f600}", attributes }), [
    '"x\ufffdy \u{1f600}"',
    '{"a\ufffd":"b\ufffd","list":["\\ud83d\\ude00","\\ufffd","\\\\ud800","\\ufffd\\ufffd\\ud83d\\ude00x"]}',
  ]);
  assertEquals(printed({ body: { json: '{\n  "k": "\\ud800"\n}' } })[0], '{"k": "\\ufffd"}');
});

Deno.test("line breaks between the tokens of a value that is JSON go, those in its texts stay", () => {
  assertEquals(printed({ body: { json: '[\r\n  1,\n\t"a\\nb"\n]' } })[0], '[1,"a\\nb"]');
});
