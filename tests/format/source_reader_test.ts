import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { Continuation } from "../../src/format/continuation/continuation.ts";
import { Detector } from "../../src/format/detector.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, YES } from "../../src/format/line_format.ts";
import { SourceReader } from "../../src/format/source_reader.ts";
import { Candidate } from "../../src/format/tried_formats.ts";
import { Batch } from "../../src/record/batch.ts";
import {
  INPUT_BYTES,
  MAX_LINE_BYTES,
  MAX_RECORD_BYTES,
  MAX_RECORD_LINES,
  SIDE_BYTES,
} from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { logRecordOf } from "../../src/record/log_record.ts";

/** `> text`: a record with the body `text`. */
const marked: LineFormat = {
  name: "marked",
  read(batch, from, to) {
    if (batch.bytes[from] !== 62) return NO;
    const row = batch.begin(from, to);
    batch.bodyFrom[row] = Math.min(from + 2, to);
    batch.commit();
    return YES;
  },
};

/** `(` … `)`: a record over as many lines as it takes. */
const bracketed: LineFormat = {
  name: "bracketed",
  read(batch, from, to) {
    if (batch.bytes[from] !== 40) return NO;
    if (batch.bytes[to - 1] !== 41) return PARTIAL;
    batch.begin(from, to);
    batch.commit();
    return YES;
  },
};

/** `* n`: a line of n records. */
function starred(context: ReadContext): LineFormat {
  return {
    name: "starred",
    read(batch, from, to) {
      if (batch.bytes[from] !== 42) return NO;
      const count = Number(new TextDecoder().decode(batch.bytes.subarray(from + 1, to)));
      for (let part = 0; part < count; part++) {
        if (batch.full) context.handOver(batch);
        const row = batch.begin(from, to);
        batch.part[row] = part;
        batch.commit();
      }
      return YES;
    },
  };
}

interface Seen {
  line: number;
  offset: number;
  body: string;
  format: string;
  truncated: boolean;
}

/** Milliseconds between pieces: the first lines of a source do not wait so long for others. */
const APART = 1_000;

/** Reads the pieces as they come, and gives out what is unfinished after each piece that `quietAfter` names. */
function readPieces(pieces: Uint8Array[], quietAfter: number[] = []) {
  const seen: Seen[] = [];
  const keys = new KeyTable();
  const names = new FormatNames();
  const batch = new Batch(INPUT_BYTES, SIDE_BYTES, keys);
  const continuation = new Continuation();
  const handOver = () => reader.handOver();
  const detector = new Detector(
    { keys, names, offsetAt: () => 0, handOver },
    (context) => ({
      envelopes: [],
      formats: [starred(context), bracketed, marked].map((format) =>
        new Candidate(format.name, () => format)
      ),
    }),
    continuation,
    null,
  );
  const reader = new SourceReader(0, batch, detector, continuation, (batch) => {
    for (let row = 0; row < batch.count; row++) {
      const record = logRecordOf(batch, row);
      seen.push({
        line: record.line,
        offset: batch.offset[row],
        body: String(record.body),
        format: names.names[record.format],
        truncated: record.truncated,
      });
    }
  });
  let now = 0;
  pieces.forEach((piece, at) => {
    for (let from = 0; from < piece.length || from === 0; now += APART) {
      const space = reader.load();
      const part = piece.subarray(from, from + space.length);
      space.set(part);
      reader.scan(part.length, now);
      from += Math.max(part.length, 1);
    }
    if (quietAfter.includes(at)) reader.quiet(0);
  });
  reader.breakOff(0);
  return { seen, counts: reader.counts, bodies: seen.map((record) => record.body) };
}

function read(...pieces: string[]) {
  return readPieces(pieces.map((piece) => new TextEncoder().encode(piece)));
}

Deno.test("SourceReader gives each line its number and offset, with and without carriage returns", () => {
  const { seen, counts } = read("> one\r\n> two\n\n> four");
  assertEquals(seen.map(({ line, offset, body }) => [line, offset, body]), [[1, 0, "one"], [2, 7, "two"], [
    4,
    14,
    "four",
  ]]);
  assertEquals([counts.lines, counts.records, counts.bytes], [4, 3, 20]);
});

Deno.test("SourceReader keeps what no format knows as it is", () => {
  const { seen, counts } = read("> one\nsomething else\n");
  assertEquals(seen.map(({ body, format }) => [body, format]), [["one", "marked"], [
    "something else",
    "plain",
  ]]);
  assertEquals(counts.plain, 1);
});

Deno.test("SourceReader joins the lines of a stack trace, wherever a read ends", () => {
  const text =
    "> failed\n\tat a.b(C.java:1)\n\tat d.e(F.java:2)\nCaused by: g.H: no\n\tat i.j(K.java:3)\n> next\n";
  const whole = read(text).bodies;
  assertEquals(whole, [
    "failed\n\tat a.b(C.java:1)\n\tat d.e(F.java:2)\nCaused by: g.H: no\n\tat i.j(K.java:3)",
    "next",
  ]);
  for (let at = 1; at < text.length; at++) {
    assertEquals(read(text.slice(0, at), text.slice(at)).bodies, whole);
  }
});

Deno.test("SourceReader joins lines behind carriage returns with plain line breaks", () => {
  assertEquals(
    read("> failed\r\n\tat a.b(C.java:1)\r\n\tat c.d(E.java:2)\r\n> next\r\n").bodies[0],
    [
      "failed",
      "\tat a.b(C.java:1)",
      "\tat c.d(E.java:2)",
    ].join("\n"),
  );
});

Deno.test("SourceReader gives a format that asks for more its next lines, and takes them back if it never ends", () => {
  assertEquals(read("(a\nb\nc)\n> next\n").bodies, ["(a\nb\nc)", "next"]);
  const { seen } = read("(a\n> b\n> c\n");
  assertEquals(seen.map(({ line, body }) => [line, body]), [[1, "(a"], [2, "b"], [3, "c"]]);
});

Deno.test("SourceReader takes several batches of records out of one line", () => {
  const { seen, counts } = read("> one\n* 1300\n> three\n");
  assertEquals(seen.length, 1302);
  assertEquals(seen.map(({ line }) => line), [1, ...Array(1300).fill(2), 3]);
  assertEquals([counts.records, counts.lines, counts.formats], [1302, 3, [1300, 0, 2]]);
});

Deno.test("SourceReader cuts a line at its bound, marks it and passes over the rest", () => {
  const long = "> " + "é".repeat(MAX_LINE_BYTES);
  const { seen, counts } = read(`> one\n${long}\n> three\n`);
  assertEquals(seen.map(({ line, truncated }) => [line, truncated]), [[1, false], [2, true], [3, false]]);
  assertEquals(seen[1].body, "é".repeat((MAX_LINE_BYTES - 2) / 2));
  assertEquals([counts.lines, counts.truncated, counts.bytes], [3, 1, 6 + 2 + 2 * MAX_LINE_BYTES + 1 + 8]);
});

Deno.test("SourceReader counts no carriage return to the length of a line", () => {
  const whole = `> ${"x".repeat(MAX_LINE_BYTES - 2)}`;
  const { seen, counts } = read(`${whole}\r`, `\n${whole}y\r\n> three\r\n`);
  assertEquals(seen.map(({ body }) => body.length), [MAX_LINE_BYTES - 2, MAX_LINE_BYTES - 2, 5]);
  assertEquals([counts.lines, counts.truncated], [3, 1]);
});

Deno.test("SourceReader counts a line that was cut though its end never comes", () => {
  const { seen, counts } = read(`> one\n> ${"x".repeat(2 * MAX_LINE_BYTES)}`);
  assertEquals(seen.map(({ line }) => line), [1, 2]);
  assertEquals([counts.lines, counts.truncated], [2, 1]);
});

Deno.test("SourceReader cuts a record of too many lines and goes on with a new one", () => {
  const trace = Array.from({ length: 1500 }, (_, at) => `\tat a.b(C.java:${at})`);
  const { seen } = read(`> failed\n${trace.join("\n")}\n> next\n`);
  assertEquals(seen.length, 3);
  assertEquals([seen[0].truncated, seen[1].truncated], [true, false]);
  assertEquals(seen[0].body.split("\n").length, MAX_RECORD_LINES);
  assertEquals([...seen[0].body.split("\n").slice(1), ...seen[1].body.split("\n")], trace);
});

Deno.test("SourceReader goes on with the rest of a record that was cut wherever the pieces end", () => {
  const trace = Array.from({ length: 2500 }, (_, at) => `\tat a.b(C.java:${at})\n`);
  const { seen } = read("> failed\n", ...trace, "> next\n");
  assertEquals(seen.map(({ line }) => line), [1, 1 + MAX_RECORD_LINES, 1 + 2 * MAX_RECORD_LINES, 2502]);
});

Deno.test("SourceReader passes over holes of zero bytes: what stands before and behind one are records of their own", () => {
  const hole = "\0".repeat(5000);
  const { seen, counts } = read(
    `${hole}> one\n\0> two\n${hole}> three\n> fo${hole}> five\n\tat a.b(C.java:1)\n${hole}`,
  );
  assertEquals(seen.map(({ line, offset, body }) => [line, offset, body]), [
    [1, 5000, "one"],
    [2, 5007, "two"],
    [3, 10013, "three"],
    [4, 10021, "fo"],
    [4, 15025, "five\n\tat a.b(C.java:1)"],
  ]);
  assertEquals([counts.lines, counts.truncated], [5, 0]);
});

Deno.test("SourceReader passes over the mark of a file that was written behind another", () => {
  const { seen } = read("> one\n\ufeff> two\r\n\ufeff\n> three \ufeff\n", "\ufeff> four");
  assertEquals(seen.map(({ line, offset, body }) => [line, offset, body]), [
    [1, 0, "one"],
    [2, 9, "two"],
    [4, 20, "three \ufeff"],
    [5, 35, "four"],
  ]);
});

Deno.test("SourceReader ends a line that was cut at a hole, and passes over one of any size", () => {
  const { seen } = read(`> one\n> ${"x".repeat(MAX_LINE_BYTES)}${"\0".repeat(3 * MAX_LINE_BYTES)}> three\n`);
  assertEquals(seen.map(({ line, truncated }) => [line, truncated]), [[1, false], [2, true], [2, false]]);
  assertEquals(seen[2].body, "three");
});

Deno.test("SourceReader passes over any number of blank lines behind a record", () => {
  const { seen, counts } = read(`> one\n${"\n".repeat(4 * MAX_RECORD_BYTES)}> two\n`);
  assertEquals(seen.map(({ line, body }) => [line, body]), [[1, "one"], [4 * MAX_RECORD_BYTES + 2, "two"]]);
  assertEquals(counts.lines, 4 * MAX_RECORD_BYTES + 2);
});

Deno.test("SourceReader gives half a line out once when nothing more comes; what follows is a new record", () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const { seen, counts } = readPieces([encode("> one\n> tw"), encode("o\n> three\n")], [0]);
  assertEquals(seen.map(({ line, body }) => [line, body]), [[1, "one"], [2, "tw"], [2, "o"], [3, "three"]]);
  assertEquals(counts.lines, 3);
  const bare = readPieces([encode("> one"), encode("\n> two\n")], [0]);
  assertEquals(bare.bodies, ["one", "two"]);
  assertEquals(bare.counts.lines, 2);
});

Deno.test("SourceReader gives the same records however the bytes are cut into reads", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "> one",
      "> two é",
      "\tat a.b(C.java:1)",
      "(a",
      "b)",
      "* 3",
      "* 600",
      "",
      "plain",
      "> cr\r",
      "\0".repeat(70),
      `> before${"\0".repeat(70)}> behind`,
    ),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 }),
      (lines, sizes) => {
        const bytes = new TextEncoder().encode(lines.join("\n"));
        const pieces: Uint8Array[] = [];
        let from = 0;
        for (const size of sizes) pieces.push(bytes.subarray(from, from += size));
        pieces.push(bytes.subarray(from));
        const cut = readPieces(pieces);
        const whole = readPieces([bytes]);
        assertEquals(cut.seen, whole.seen);
        assertEquals(cut.counts, whole.counts);
      },
    ),
    { numRuns: 60 },
  );
});
