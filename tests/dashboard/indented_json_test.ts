import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { indentedJson } from "../../src/dashboard/indented_json.ts";

Deno.test("JSON text is indented as JSON.stringify does it", () => {
  fc.assert(fc.property(fc.json(), (json) => {
    const value: unknown = JSON.parse(json);
    const text = JSON.stringify(value);
    assertEquals(indentedJson(text), JSON.stringify(value, null, 2));
  }));
  assertEquals(
    indentedJson('{"a":[],"b":{},"c":[{"d":"x,{\\"}\\u00e9"}]}'),
    '{\n  "a": [],\n  "b": {},\n  "c": [\n    {\n      "d": "x,{\\"}é"\n    }\n  ]\n}',
  );
});

Deno.test("numbers of indented JSON keep every digit", () => {
  const json = "[9223372036854775807,-9223372036854775808,18446744073709551615,-0,1.10,1e400]";
  assertEquals(indentedJson(json).replace(/\s/g, ""), json);
});

Deno.test("what is no JSON is not indented", () => {
  for (const text of ["", "{", "[1,]", "{'a':1}", "[1] 2"]) {
    assertThrows(() => indentedJson(text), SyntaxError);
  }
});
