import { assertEquals } from "@std/assert";
import { TemplateFinder } from "../../src/engine/template_finder.ts";

const finder = new TemplateFinder([
  { id: 1, template: "<word> <word>" },
  { id: 2, template: "login failed for <word> from <addr>" },
  { id: 3, template: "login failed for root from <addr>" },
  { id: 4, template: "ready" },
  { id: 5, template: "a long text that … goes on and on <num> and so …" },
  { id: 6, template: "GET <path><num>" },
]);

Deno.test("a record is of the pattern with most constant text among those that it fits", () => {
  const of = (body: string | null) => finder.find({ body });
  assertEquals(of("login failed for ann from 10.0.0.1"), 2);
  assertEquals(of("login failed for root from 10.0.0.1"), 3);
  assertEquals(of("login failed for root from "), 1);
  assertEquals(of("  ready\n  at main.ts:1"), 4);
  assertEquals(of("ready!"), null);
  assertEquals(of("a long text that … goes on and on 7 and so much more"), 5);
  assertEquals(of("GET /"), 1);
  assertEquals(of("GET /x7"), 6);
  assertEquals(of(""), null);
  assertEquals(of(null), null);
});

Deno.test("a text that nearly fits a template of many variables is told apart at once", () => {
  const template = `${"<num>a".repeat(30)}b`;
  const before = performance.now();
  assertEquals(new TemplateFinder([{ id: 1, template }]).find({ body: "a".repeat(200_000) }), null);
  assertEquals(performance.now() - before < 1000, true);
});
