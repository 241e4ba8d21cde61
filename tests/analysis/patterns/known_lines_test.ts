import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { KnownLines } from "../../../src/analysis/patterns/known_lines.ts";
import { LineTokens } from "../../../src/analysis/patterns/line_tokens.ts";
import { HashSlots } from "../../../src/analysis/patterns/hash_slots.ts";
import { WordRoles } from "../../../src/analysis/patterns/word_roles.ts";

const encoder = new TextEncoder();
const roles = new WordRoles();

/** Pieces that lines are made of: what the reader of tokens treats in different ways. */
const PIECES = [
  ..." =:,;()[]{}<>\"'|/\\.-_#@!?\n\r\t",
  " ",
  " ",
  " ",
  "..",
  "##",
  "://",
  "//",
  ": ",
  ", ",
  " | ",
  "12ms",
  "5MB",
  "1h20m",
  "ssh2",
  "hits",
  "and",
  "a",
  "be",
  "face",
  "deadbeef",
  "word",
  "user",
  "ms",
  "Jun",
  "foo.bar",
  "host.example.com",
  "5",
  "12",
  "a1",
  "10.0.0.1",
  "2026",
  "é",
  "/var",
];

interface Known {
  find(line: string): number;
  learn(line: string): void;
  shapeOf(line: string): number;
}

function known(): Known {
  const tokens = new LineTokens(roles);
  const lines = new KnownLines(tokens);
  const shapes = new HashSlots();
  const on = <T>(
    line: string,
    use: (bytes: Uint8Array, view: DataView, from: number, to: number) => T,
  ): T => {
    const bytes = encoder.encode(`? ${line}${" ".repeat(16)}`);
    return use(bytes, new DataView(bytes.buffer), 2, bytes.length - 16);
  };
  const shapeOf = (line: string) =>
    on(line, (bytes, view, from, to) => {
      tokens.read(bytes, view, from, to);
      const a = tokens.prefixA[tokens.count];
      const b = tokens.prefixB[tokens.count];
      if (shapes.get(a, b) < 0) shapes.add(a, b, shapes.size);
      return shapes.get(a, b);
    });
  return {
    shapeOf,
    find: (line) => on(line, (bytes, view, from, to) => lines.find(bytes, view, from, to, -1)),
    learn: (line) => {
      const shape = shapeOf(line);
      on(line, (bytes, view, from, to) => lines.learn(bytes, view, from, to, shape));
    },
  };
}

Deno.test("a line with other values between the same bytes is known", () => {
  const lines = known();
  lines.learn("user 17 logged in from 10.0.0.1:443 at /var/log/x.");
  const found = lines.find("user 4 logged in from 10.20.30.40:8 at /tmp/y=z/w.");
  assert(found >= 0);
  assertEquals(found, lines.shapeOf("user 4 logged in from 10.20.30.40:8 at /tmp/y=z/w."));
  assertEquals(lines.find("user x logged in from 10.20.30.40:8 at /tmp/y"), -1);
});

Deno.test("only the first line of several decides", () => {
  const lines = known();
  lines.learn("failed after 3 tries\n  at one");
  assert(lines.find("failed after 4 tries\n  at another\n  at third") >= 0);
});

Deno.test("what stands behind a path is not joined with it, what stands behind another value is", () => {
  for (const text of ["", "at "]) {
    const lines = known();
    const [path, other] = [`${text}/a1 5`, `${text}10.0.0.1 5`];
    lines.learn(path);
    lines.learn(other);
    assertEquals(lines.find(path), lines.shapeOf(path));
    assertEquals(lines.find(other), lines.shapeOf(other));
    assert(lines.find(path) !== lines.find(other) && lines.find(path) >= 0 && lines.find(other) >= 0);
  }
});

Deno.test("what is known of a line is what reading it says, whatever it is made of", () => {
  const piece = fc.constantFrom(...PIECES);
  const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const similar = fc.tuple(line, fc.array(fc.tuple(fc.nat(12), piece), { maxLength: 3 })).map(
    ([text, changes]) => {
      let changed = text;
      for (const [at, by] of changes) changed = changed.slice(0, at) + by + changed.slice(at + 1);
      return [text, changed];
    },
  );
  let hits = 0;
  fc.assert(
    fc.property(fc.array(similar, { minLength: 1, maxLength: 12 }), (pairs) => {
      const lines = known();
      for (const [text] of pairs) lines.learn(text);
      for (const text of pairs.flat()) {
        const found = lines.find(text);
        if (found < 0) continue;
        hits++;
        assertEquals(found, lines.shapeOf(text), JSON.stringify(text));
      }
    }),
    { numRuns: 1000 },
  );
  assert(hits > 500, `${hits} hits`);
});
