import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { combineFilters } from "../../src/query/combine.ts";
import { explainQuery } from "../../src/query/explain.ts";
import { parseQuery } from "../../src/query/parse.ts";
import { printEquals, printQuery, printStart } from "../../src/query/print.ts";
import { OPERATORS, type Query, QueryError } from "../../src/query/query.ts";

Deno.test("words side by side are all wanted, or binds looser, brackets group", () => {
  assertEquals(parseQuery("a b or c"), {
    kind: "any",
    parts: [
      { kind: "all", parts: [{ kind: "text", text: "a" }, { kind: "text", text: "b" }] },
      { kind: "text", text: "c" },
    ],
  });
  assertEquals(printQuery(parseQuery("a  AND (b or -c)")), "a (b or -c)");
});

Deno.test("what looks like the language but is not is a word", () => {
  for (const text of ["/var/log/app.log", "f(x)", "12:03", "-", "a-b", "user@host", "C:\\temp", "[main]"]) {
    assertEquals(parseQuery(text), { kind: "text", text }, text);
  }
});

Deno.test("blanks may stand around what compares, as long as they stand on both sides or behind", () => {
  const same = [
    ["host = app-1", "host=app-1"],
    ["status  >=  500 b", "status>=500 b"],
    ['user= "a b"', 'user="a b"'],
    ["-(a = 1 or b != 2)", "-(a=1 or b!=2)"],
    ["path ~ ^/x", "path~^/x"],
  ];
  for (const [text, plain] of same) assertEquals(parseQuery(text), parseQuery(plain), text);
  for (const text of ["from <addr>", "a =", "= b", "x <y"]) {
    const parts = text.split(" ").map((word) => ({ kind: "text", text: word }) as const);
    assertEquals(parseQuery(text), { kind: "all", parts }, text);
  }
});

Deno.test("signs that other programs' filters are made of mean what they mean there", () => {
  const same = [
    ["a && !b || c", "a -b or c"],
    ["!(a b)", "-(a b)"],
    ['!"a b" !user=ann', '-"a b" -user=ann'],
    ['.level == "error"', 'level="error"'],
    ["status==500 and path!==/x", "status=500 path!=/x"],
  ];
  for (const [text, plain] of same) assertEquals(parseQuery(text), parseQuery(plain), text);
  for (const text of ["!", "a&&b", "|", "!=", "...", ".net"]) {
    assertEquals(parseQuery(text), { kind: "text", text }, text);
  }
});

Deno.test("an expression may hold blanks and slashes", () => {
  assertEquals(parseQuery("/a b\\/c/ d"), {
    kind: "all",
    parts: [{ kind: "regex", source: "a b/c" }, { kind: "text", text: "d" }],
  });
});

Deno.test("an error names its place", () => {
  const cases: [text: string, from: number, to: number, about: string][] = [
    ['say "hello', 4, 10, "quote"],
    ["a (b", 2, 3, "closed"],
    ["a b)", 3, 4, "opened"],
    ["a or", 2, 4, "missing"],
    ["or a", 0, 2, "between"],
    ["status>=", 0, 8, "value"],
    ["status>=many", 8, 12, "number"],
    ["sevrity>=warn", 9, 13, "severity>=warn asks for the severity"],
    ["severity=loud", 9, 13, "severity"],
    ["time>soon", 5, 9, "time"],
    ["/a(/", 0, 4, "expression"],
    ["path~[", 5, 6, "expression"],
    ["time>2026-02-31", 5, 15, "time"],
  ];
  for (const [text, from, to, about] of cases) {
    const error = assertThrows(() => parseQuery(text), QueryError, undefined, text);
    assertEquals([error.from, error.to], [from, to], `${text}: ${error.message}`);
    assert(error.message.includes(about), `${text}: ${error.message}`);
  }
});

Deno.test("any text is either read or refused with a place inside it", () => {
  const piece = fc.constantFrom(
    "a",
    "or",
    "and",
    "not",
    "(",
    ")",
    '"',
    "/",
    "-",
    "!",
    "&&",
    "||",
    ".",
    "=",
    "~",
    ">=",
    " ",
    "\\",
    "*",
    "time",
    "severity",
    "5",
    "😀",
  );
  fc.assert(fc.property(fc.oneof(fc.string(), fc.array(piece).map((pieces) => pieces.join(""))), (text) => {
    try {
      const printed = printQuery(parseQuery(text));
      assertEquals(printQuery(parseQuery(printed)), printed);
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      assert(error.from >= 0 && error.to <= text.length && error.from <= error.to, error.message);
    }
  }));
});

const field = fc.constantFrom("service", "http.status", "k8s/pod", "@level", "größe");
const word = fc.string({ minLength: 1, maxLength: 8 });
const leaf: fc.Arbitrary<Query> = fc.oneof(
  word.map((text): Query => ({ kind: "text", text })),
  fc.constantFrom("a+", "a b", "x/y", "^\\[", "\\d{3}").map((source): Query => ({ kind: "regex", source })),
  fc.record({
    kind: fc.constant("field" as const),
    field,
    operator: fc.constantFrom("=", "!=" as const),
    value: word,
    quoted: fc.constant(true),
  }),
  fc.record({
    kind: fc.constant("field" as const),
    field,
    operator: fc.constantFrom(...OPERATORS),
    value: fc.integer().map(String),
    quoted: fc.boolean(),
  }),
);
const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record({
      kind: fc.constantFrom("all" as const, "any" as const),
      parts: fc.array(tie("query"), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant("not" as const), part: tie("query") }),
  ),
})).query;

Deno.test("a printed query is read as the same query", () => {
  fc.assert(fc.property(query, (query) => {
    assertEquals(parseQuery(printQuery(query)), query);
  }));
});

Deno.test("a dash before nothing is a word", () => {
  const dash = { kind: "text", text: "-" } as const;
  assertEquals(parseQuery("-"), dash);
  assertEquals(parseQuery("(a -)"), { kind: "all", parts: [{ kind: "text", text: "a" }, dash] });
});

Deno.test("stacked filters ask for all of what each asks", () => {
  assertEquals(combineFilters([]), "");
  assertEquals(combineFilters(["a or b", "c d", "-e"]), "(a or b) c d -e");
});

Deno.test("a value taken from a record is quoted where it must be", () => {
  assertEquals(printEquals("service", "gateway"), "service=gateway");
  assertEquals(printEquals("path", "/a b*"), 'path="/a b*"');
  assertEquals(printEquals("empty", ""), 'empty=""');
});

Deno.test("a filter for what a value begins with finds it, whatever stands in it", () => {
  const start = 'Trace "x" (most)\n  File.py\\n*$1 [a]{2}|/';
  const query = parseQuery(printStart("exception", start));
  if (query.kind !== "field") throw new Error(`It was read as ${query.kind}`);
  assertEquals([query.field, query.operator], ["exception", "~"]);
  assertEquals(new RegExp(query.value).test(`${start} and more`), true);
  assertEquals(new RegExp(query.value).test(`x${start}`), false);
});

Deno.test("a query is said in words", () => {
  assertEquals(
    explainQuery(parseQuery('(timeout or "connection reset") service=pay* -severity<warn time>-15m')),
    '("timeout" anywhere or "connection reset" anywhere) and service is pay* and not severity is below warn and in the last 15m',
  );
  assertEquals(explainQuery(parseQuery("")), "every record");
  assertEquals(explainQuery(parseQuery("user=*")), "has user");
});
