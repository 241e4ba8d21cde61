import { assertEquals, assertThrows } from "@std/assert";
import { QueryError } from "../../src/query/query.ts";
import { isBroken, parseRule } from "../../src/query/rule.ts";

function broken(text: string, counts: number[], records = 200): boolean[] {
  const rule = parseRule(text);
  if (rule.kind !== "count") throw new Error(`${text} counts nothing`);
  return counts.map((count) => isBroken(rule, count, records));
}

Deno.test("a count below, at and above the limit breaks a rule as its operator says", () => {
  const table: Record<string, boolean[]> = {
    ">": [false, false, true],
    ">=": [false, true, true],
    "<": [true, false, false],
    "<=": [true, true, false],
    "=": [false, true, false],
    "!=": [true, false, true],
  };
  for (const [operator, expected] of Object.entries(table)) {
    assertEquals(broken(`count${operator}4`, [3, 4, 5]), expected, operator);
    assertEquals(broken(`count ${operator} 2% where error`, [3, 4, 5]), expected, `${operator} of a share`);
  }
});

Deno.test("of no records every share is nought, and a filter alone allows none", () => {
  assertEquals(broken("count>0%", [0], 0), [false]);
  assertEquals(broken("count<1%", [0], 0), [true]);
  assertEquals(broken("severity>=error", [0, 1]), [false, true]);
});

Deno.test("what is no rule is refused", () => {
  for (const text of ["", "  ", "count>", "count!=x", "new-pattern"]) {
    assertThrows(() => parseRule(text), QueryError, undefined, text);
  }
});

Deno.test("a baseline's name with blanks is refused without quotes, which are told of", () => {
  assertThrows(
    () => parseRule("new-pattern vs=my base.json"),
    QueryError,
    "in quotes if its name has blanks",
  );
  const rule = parseRule('new-pattern vs="my base.json"');
  assertEquals(rule.kind === "new-pattern" && rule.baseline, "my base.json");
});
