import { posix } from "node:path";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { basename, dirname, isAbsolute, join, resolve } from "../../src/source/paths.ts";

const paths = fc.array(fc.constantFrom("/", "//", "a", ".", "..", "b c", ".x", "ü", "\\"), { maxLength: 8 })
  .map((parts) => parts.join(""));

Deno.test({
  name: "paths are taken apart and joined as Node does it",
  ignore: Deno.build.os === "windows", // there they are Node's own
  fn() {
    fc.assert(
      fc.property(paths, paths, (path, other) => {
        assertEquals(
          [dirname(path), basename(path), isAbsolute(path), resolve(path), join(path, other)],
          [
            posix.dirname(path),
            posix.basename(path),
            posix.isAbsolute(path),
            posix.resolve(path),
            posix.join(path, other),
          ],
          JSON.stringify([path, other]),
        );
      }),
      { numRuns: 3000 },
    );
  },
});
