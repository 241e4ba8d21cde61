import { posix } from "node:path";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { namePattern } from "../../src/source/name_pattern.ts";

const MATCHES: [pattern: string, names: string[], others: string[]][] = [
  ["*.log", ["a.log", ".log"], ["a.log.1", "alog"]],
  ["app-?.log", ["app-1.log", "app-ü.log", "app-😀.log"], ["app-.log", "app-10.log"]],
  ["app.[0-9]", ["app.1"], ["app.x", "app.10"]],
  ["app.[!0-9]", ["app.x"], ["app.1"]],
  ["app.[^1]", ["app.2"], ["app.1"]],
  ["[]x].log", ["].log", "x.log"], ["y.log"]],
  ["a[b.log", ["a[b.log"], ["ab.log"]],
  ["a\\*.log", ["a*.log"], ["ab.log"]],
  ["a+(b)$^|.log", ["a+(b)$^|.log"], ["aab.log"]],
  ["[-a].log", ["-.log", "a.log"], ["b.log"]],
];

Deno.test("a pattern matches the names that a shell would match with it", () => {
  for (const [pattern, names, others] of MATCHES) {
    for (const name of [...names, ...others]) {
      assertEquals(namePattern(pattern).test(name), names.includes(name), `${pattern} ${name}`);
    }
  }
  assertEquals([namePattern("*.LOG", true).test("a.log"), namePattern("*.LOG").test("a.log")], [true, false]);
});

Deno.test("patterns match what Node says they match", () => {
  const patterns = fc.array(
    fc.constantFrom("*", "?", "[a-c]", "[!a]", "[bx]", "a", "b", "c", "-", ".", "1", "$"),
    {
      minLength: 1,
      maxLength: 6,
    },
  ).map((signs) => signs.join(""));
  const names = fc.array(fc.constantFrom("a", "b", "c", "x", "1", "-", "$", "."), { maxLength: 5 })
    .map((signs) => `a${signs.join("")}`);
  fc.assert(
    fc.property(patterns, names, (pattern, name) => {
      assertEquals(namePattern(pattern).test(name), posix.matchesGlob(name, pattern), `${pattern} ${name}`);
    }),
    { numRuns: 3000 },
  );
});
