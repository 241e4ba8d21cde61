import { assert, assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { STOP_WORDS } from "../../src/analysis/stop_words.ts";
import { Patterns } from "../../src/analysis/patterns.ts";
import { Words } from "../../src/analysis/words.ts";
import { NESTED } from "../../src/record/batch.ts";
import type { WordsSummary } from "../../src/record/summary.ts";
import { eachBatch, escaped, type TestRecord } from "./make_batch.ts";

function wordsOf(records: (string | TestRecord)[], words = new Words()): WordsSummary {
  eachBatch(
    records.map((record) => typeof record === "string" ? { body: record } : record),
    (b) => words.add(b),
  );
  return words.snapshot();
}

function countsOf(summary: WordsSummary): Record<string, number> {
  return Object.fromEntries(summary.top.map(({ word, count }) => [word, count]));
}

/** What should be counted, said the slow way. */
function slowly(bodies: string[], stop: ReadonlySet<string> = new Set(STOP_WORDS)): Map<string, number> {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    for (const [run] of body.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
      const word = [...run].map((letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0)!)).join(
        "",
      );
      if (run.replace(/\p{M}/gu, "").match(/./gu)!.length < 3 || stop.has(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

Deno.test("words are lower-case runs of three letters or more, without stop words", () => {
  const summary = wordsOf([
    "Connection to DB-7 refused: connection reset",
    "the connection is OK",
    "x".repeat(2),
  ]);
  assertEquals(summary.top, [
    { word: "connection", count: 3 },
    { word: "refused", count: 1 },
    { word: "reset", count: 1 },
  ]);
  assertEquals(summary.tracked, 3);
  assertEquals(summary.more, false);
  assertEquals(summary.error, 0);
});

Deno.test("names of severities are counted: in a body they say something", () => {
  assertEquals(countsOf(wordsOf(["error while closing, warning ignored, info"])), {
    closing: 1,
    error: 1,
    ignored: 1,
    info: 1,
    warning: 1,
  });
});

Deno.test("letters outside ASCII are letters, in lower case, with their marks", () => {
  const bodies = [
    "Größe ÜBERSCHRITTEN größe",
    "ошибка ОШИБКА、connection",
    "e\u0301te\u0301 trop",
    "मेमोरी",
    "日本語エラー",
  ];
  assertEquals(countsOf(wordsOf(bodies)), Object.fromEntries(slowly(bodies)));
  assertEquals(countsOf(wordsOf(bodies))["größe"], 2);
  assertEquals(countsOf(wordsOf(["connection、ошибка、connection connection"])).connection, 3);
});

Deno.test("an escape does not glue a letter onto a word", () => {
  assertEquals(countsOf(wordsOf([escaped('first\nsecond\tthird "quoted" gr\u00f6\u00dfe\u0007bell')])), {
    bell: 1,
    first: 1,
    "größe": 1,
    quoted: 1,
    second: 1,
    third: 1,
  });
  assertEquals(countsOf(wordsOf([{ body: '{"text":"one\\nline"}', bodyKind: NESTED }])), {
    line: 1,
    text: 1,
  });
});

Deno.test("a record without a body has no words, and what stands behind a body is not read", () => {
  assertEquals(countsOf(wordsOf([{ body: null }, "", "ab", "alpha", "é"])), { alpha: 1 });
});

Deno.test("methods of HTTP are counted all alike", () => {
  const methods = ["get", "head", "post", "put", "patch", "delete", "options", "trace", "connect"];
  assertEquals(methods.filter((method) => STOP_WORDS.includes(method)), []);
});

Deno.test("stop words can be added, in any case and any letters", () => {
  const words = new Words({
    stopWords: ["Größe", "Heartbeat pulse-check", "acknowledgement", "E\u0301tude"],
  });
  assertEquals(countsOf(wordsOf(["größe heartbeat HEARTBEAT Acknowledgement other"], words)), {});
  assertEquals(countsOf(wordsOf(["größe alpha heartbeat Pulse check étude"], words)), { alpha: 1 });
});

Deno.test("stop words stay stop words after many clean-ups and after a reset", () => {
  const words = new Words({ memorySize: 100, stopWords: ["heartbeat"] });
  const bodies = Array.from({ length: 20_000 }, (_, i) => `heartbeat ${letters(i)} with alpha`);
  const summary = wordsOf(bodies, words);
  assert(summary.error > 0);
  assertEquals(summary.top[0].word, "alpha");
  assert(!summary.top.some(({ word }) => word === "heartbeat" || word === "with"));
  words.reset();
  assertEquals(countsOf(wordsOf(["heartbeat beta"], words)), { beta: 1 });
  assertEquals(words.snapshot().error, 0);
});

Deno.test("a long run of letters is one word, cut in what is shown", () => {
  const long = "a".repeat(1000);
  const summary = wordsOf([`${long} ${long}b ${long} ${"é".repeat(500)}`]);
  assertEquals(summary.top.map(({ count }) => count), [2, 1, 1]);
  assertEquals(summary.top[0].word, "a".repeat(64));
});

Deno.test("any text gives the words that a slow reading of it gives", () => {
  const letter = fc.constantFrom(..."abcXYZéßÄдЯ日क़ \t-_.1Å@[`{~\u0301\u{1d400}");
  const body = fc.array(letter, { maxLength: 120 }).map((all) => all.join(""));
  fc.assert(fc.property(fc.array(body, { maxLength: 6 }), (bodies) => {
    const expected = Object.fromEntries(slowly(bodies));
    assertEquals(countsOf(wordsOf(bodies)), expected);
    assertEquals(countsOf(wordsOf(bodies.map(escaped))), expected);
  }));
});

/** A word for a number. */
function letters(number: number): string {
  return "w" + [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join("") + "qq";
}

Deno.test("no frequent word is lost, and each count is short by no more than the stated error", () => {
  const memorySize = 100;
  const stream = fc.record({
    seed: fc.integer({ min: 1, max: 1 << 30 }),
    distinct: fc.integer({ min: 2000, max: 12_000 }),
    skew: fc.double({ min: 1, max: 8, noNaN: true }),
    parts: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(stream, ({ seed, distinct, skew, parts }) => {
      const bodies: string[][] = Array.from({ length: parts }, () => []);
      let state = seed;
      const total = 12_000;
      for (let i = 0; i < total; i++) {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
        bodies[i % parts].push(letters(Math.floor((state / 0x80000000) ** skew * distinct)));
      }
      const merged = new Words({ memorySize });
      for (const part of bodies) {
        const words = new Words({ memorySize });
        wordsOf([part.join(" ")], words);
        merged.merge(words);
      }
      const { top, error, tracked, more } = merged.snapshot();
      const truth = slowly(bodies.flat());
      const found = new Map(top.map(({ word, count }) => [word, count]));
      assertLessOrEqual(tracked, memorySize);
      assertEquals(more, truth.size > memorySize);
      assertLessOrEqual(error, total / (memorySize + 1));
      for (const [word, count] of found) {
        assertLessOrEqual(count, truth.get(word)!);
        assertGreaterOrEqual(count, truth.get(word)! - error);
      }
      for (const [word, count] of truth) {
        if (count > total / (memorySize + 1)) assert(found.has(word), `${word}: ${count} of ${total}`);
      }
    }),
    { numRuns: 30 },
  );
});

/** The words of bodies, where patterns tell what these have in common; also how many bodies they knew. */
function wordsOfKnown(records: TestRecord[]): { summary: WordsSummary; known: number } {
  const words = new Words();
  const patterns = new Patterns();
  let known = 0;
  eachBatch(records, (batch) => {
    patterns.add(batch);
    for (let row = 0; row < batch.count; row++) if (patterns.knownText.partsFrom[row] >= 0) known++;
    words.add(batch, patterns.knownText);
  });
  return { summary: words.snapshot(), known };
}

Deno.test("words of what bodies have in common count as often as in bodies one by one", () => {
  const bodies = Array.from({ length: 3000 }, (_, at) =>
    [
      `session ${at} of user u${at % 7} opened from 10.0.0.${at % 250} after ${at} seconds`,
      `Größe ${at} überschritten: warte ${at} ms auf node-${at % 9} (retry ${at})`,
      `failed after ${at} tries\n    at step ${at}\n    at last`,
      `/var/log/app/${at}.log rotated`,
    ][at % 4]);
  const records = bodies.map((body) => ({ body }));
  const { summary, known } = wordsOfKnown(records);
  assertGreaterOrEqual(known, 2900);
  assertEquals(summary, wordsOf(records));
});

Deno.test("the same holds for any text", () => {
  const piece = fc.constantFrom(
    ..." =:,;()[]{}<>\"'|/.-_#@!?\n\r",
    ..."    ",
    "..",
    "://",
    "alpha",
    "Beta",
    "gäμμα",
    "日本語",
    "e\u0301tude",
    "words",
    "user",
    "5",
    "12ms",
    "a1bcd",
    "10.0.0.1",
    "host.example.com",
    "/var/lib",
    "\ud800",
  );
  const line = fc.array(piece, { minLength: 3, maxLength: 24 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const records = [...lines, ...lines, ...lines].map((body) => ({ body }));
      assertEquals(wordsOfKnown(records).summary, wordsOf(records));
    }),
    { numRuns: 300 },
  );
});
