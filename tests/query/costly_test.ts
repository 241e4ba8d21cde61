import { assertEquals } from "@std/assert";
import { isCostly, isQuick } from "../../src/query/costly.ts";
import { parseQuery } from "../../src/query/parse.ts";

Deno.test("an expression that repeats nothing is matched where it stands, one that may run away is not", () => {
  const costly = (text: string) => isCostly(parseQuery(text));
  for (
    const text of [
      "timeout",
      "/time[d]? ?out/",
      "/\\b(?:error|fail(?:ed|ure)?)\\b/",
      "path~^.items$",
      "/a\\*b\\+/",
    ]
  ) {
    assertEquals(costly(text), false, text);
  }
  for (
    const text of [
      "/(a|a)*b/",
      "/a+/",
      "/x{2,900}/",
      "/(a)\\1/",
      "/(?<q>a)\\k<q>/",
      `/${"a?".repeat(30)}/`,
      "path~a.*b",
      "x or /a+/",
      "name=*a*b*c*",
    ]
  ) assertEquals(costly(text), true, text);
});

Deno.test("an expression that repeats a part or two is done with a line at once, one that repeats what repeats is not", () => {
  for (const source of ["a+b", "GET .*\\.html.*", "(?:error|fail(?:ed)?)", "\\(a\\)b"]) {
    assertEquals(isQuick(source), true, source);
  }
  for (const source of ["(a+)+", "(a|a)*b", "(a){2,}", "(a)\\1", "a*b*c*d", "a?".repeat(30)]) {
    assertEquals(isQuick(source), false, source);
  }
});
