import { assertEquals, assertThrows } from "@std/assert";
import { checkSearch, filterOfSearch, isMarked, placesOf } from "../../src/dashboard/search_text.ts";
import { QueryError } from "../../src/query/query.ts";

Deno.test("a search stands where its text does, in whatever case, or where its expression matches", () => {
  for (
    const [search, shown, places] of [
      ["in", "In the inn", [[0, 2], [7, 9]]],
      ["a.b", "a.b axb", [[0, 3]]],
      ["/a.b/", "a.b Axb", [[0, 3], [4, 7]]],
      ["/\\d+\\/\\d+/", "12/34 of 5", [[0, 5]]],
      ["/x*/", "axx", [[1, 3]]],
      ["/a(b/", "a(b", []],
      ["/(a+)+$/", "aaaa", []],
      ["", "any", []],
    ] as const
  ) assertEquals(placesOf(search, shown, 100), places.map((place) => [...place]), search);
  assertEquals(placesOf("/a/", "aaaa", 2), [[0, 1], [1, 2]]);
});

Deno.test("what stands between slashes is asked for as an expression, all else as a text", () => {
  for (
    const [search, filter] of [
      ["/time ?out/", "/time ?out/"],
      ["/var/log/", "/var/log/"],
      ["/a/ or /b/", '"/a/ or /b/"'],
      ["/var/log", '"/var/log"'],
      ["a or b", '"a or b"'],
      ["//", '"//"'],
    ]
  ) assertEquals(filterOfSearch(search), filter);
});

Deno.test("an expression that is none is told of, and one that may run away is not marked", () => {
  assertThrows(() => checkSearch("/a(b/"), QueryError, "not a regular expression");
  checkSearch("a(b");
  checkSearch("/a(b");
  assertEquals([isMarked("/(a+)+/"), isMarked("/a+/"), isMarked("(a+)+")], [false, true, true]);
});
