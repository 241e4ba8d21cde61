import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { CauseText } from "../../src/analysis/cause_text.ts";

function read(text: string, escaped = false): { text: string; hash: number } {
  const cause = new CauseText();
  const bytes = new TextEncoder().encode(text);
  const hash = cause.read(bytes, 0, bytes.length, escaped);
  return { text: new TextDecoder().decode(cause.bytes.subarray(0, cause.length)), hash };
}

Deno.test("of what an error says the first line is read", () => {
  assertEquals(read("KeyError: a\n  at b").text, "KeyError: a");
  assertEquals(
    read(String.raw`no \"price\" in C:\\shop\n  at b`, true).text,
    String.raw`no "price" in C:\shop`,
  );
  assertEquals(read("").hash, 0);
});

Deno.test("where the calls come first the exception below them is read, of several the last one", () => {
  const trace = [
    "Traceback (most recent call last):",
    '  File "shop/orders.py", line 12, in place',
    '    tier = prices["discount"]',
    "KeyError: 'discount'",
    "",
    "During handling of the above exception, another exception occurred:",
    "",
    "Traceback (most recent call last):",
    '  File "shop/orders.py", line 15, in place',
    "shop.errors.PriceError: no price for item 12",
    "it was sold out\n",
  ].join("\n");
  assertEquals(read(trace).text, "shop.errors.PriceError: no price for item 12");
  assertEquals(read(JSON.stringify(trace).slice(1, -1), true).text, read(trace).text);
});

Deno.test("what differs in words with digits is one cause", () => {
  const one = read("open /tmp/3fdc54.json: 12 files, dial 10.0.0.7").hash;
  assertEquals(read("open /tmp/a0b1c2.json: 7 files, dial 10.0.0.123").hash, one);
  assertNotEquals(read("open /tmp/3fdc54.json: 12 hosts, dial 10.0.0.7").hash, one);
});

Deno.test("of a long cause the beginning and the end are told, cut between characters", () => {
  const { text } = read("ä".repeat(80));
  assert(/^ä{15,20} … ä{20,30}$/.test(text), text);
  const wrapped = "Get http://rates.example/v1/daily: Max retries exceeded (caused by " +
    "NewConnectionError: <connection object at 0x7f12c0>: Temporary failure in name resolution)";
  assertEquals(
    read(wrapped).text,
    "Get http://rates.example/v1/daily: Max … 0x7f12c0>: Temporary failure in name resolution)",
  );
  assertEquals(read(wrapped.replace("0x7f12c0", "0x7f99aa")).hash, read(wrapped).hash);
});
