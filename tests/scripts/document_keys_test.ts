import { assertEquals } from "@std/assert";
import { withKeys } from "../../scripts/document_keys.ts";

Deno.test("the documented keys are those of the keymap", async () => {
  const page = await Deno.readTextFile(`${import.meta.dirname}/../../docs/dashboard.md`);
  assertEquals(withKeys(page), page);
});
