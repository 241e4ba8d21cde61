import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isJson } from "../../src/format/json/is_json.ts";

/** What the language says. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("a text is JSON where the language reads it", () => {
  const near = fc.string({
    unit: fc.constantFrom(...'0123456789-+.eE tfnrualse"[]{}:,\\\n\t\u00a0'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.oneof(near, fc.json(), fc.double().map(String)), (text) => {
      assertEquals(isJson(text), parses(text), JSON.stringify(text));
    }),
    { numRuns: 3000 },
  );
});
