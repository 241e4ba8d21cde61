/**
 * Floods weir with lines of which each is a new shape: what patterns cost at worst, in time and in memory. The lines are made
 * while they are read; no file is written.
 *
 * `deno task bench:patterns [lines]`: ten million lines for the bound if not given. Prints records a second of CPU time, the
 * most that the patterns held beside the stated constant, and the largest resident memory: of the patterns alone, then of
 * `weir report` that reads a tenth as many from a pipe. Then adversarial lines of 300 words, for which 50,000 a second are
 * promised. `WEIR_PROGRAM` names another program to measure.
 */
import process from "node:process";
import { MAX_PATTERN_BYTES, Patterns } from "../src/analysis/patterns.ts";
import { Batch } from "../src/record/batch.ts";
import { KeyTable } from "../src/record/key_table.ts";
import { peakOf } from "./measured.ts";

const lines = Number(Deno.args[0] ?? 10_000_000);
/** Lines of each adversarial kind, and how often: the best round counts, as a busy machine only makes it slower. */
const ADVERSARIAL = 40_000;
const ROUNDS = 5;
const LONGEST = 8192;
const here = import.meta.dirname!;
const weir = Deno.env.get("WEIR_PROGRAM")?.split(" ") ??
  [Deno.execPath(), "run", "-A", "--quiet", `${here}/../main.ts`];

/** Writes one line (without its newline) at an offset; returns where it ends. */
type Writer = (bytes: Uint8Array, at: number) => number;

let state = 1;
function random(below: number): number {
  state = Math.imul(state, 1103515245) + 12345 & 0x7fffffff;
  return (state >> 8) % below;
}

function word(bytes: Uint8Array, at: number): number {
  const end = at + 3 + random(6);
  while (at < end) bytes[at++] = 0x61 + random(26);
  return at;
}

/** So many random words, with these bytes between them in turn. */
function words(count: number, between = " "): Writer {
  return (bytes, at) => {
    for (let i = 0; i < count; i++) {
      if (i > 0) bytes[at++] = between.charCodeAt(i % between.length);
      at = word(bytes, at);
    }
    return at;
  };
}

/** Words of a small vocabulary: shapes that look alike without being so. */
function alike(count: number, vocabulary: number): Writer {
  const known = Array.from({ length: vocabulary }, () => {
    const bytes = new Uint8Array(16);
    return bytes.slice(0, word(bytes, 0));
  });
  return (bytes, at) => {
    for (let i = 0; i < count; i++) {
      if (i > 0) bytes[at++] = 0x20;
      const next = known[random(vocabulary)];
      bytes.set(next, at);
      at += next.length;
    }
    return at;
  };
}

/** Every other word is the same in all lines. */
function half(count: number): Writer {
  const fixed = new TextEncoder().encode(" fixed ");
  return (bytes, at) => {
    for (let i = 0; i < count; i += 2) {
      at = word(bytes, at);
      bytes.set(fixed, at);
      at += fixed.length;
    }
    return at;
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Lines a second of CPU time that patterns take, without the making of the lines; and the most that they held. */
function flood(count: number, write: Writer): { rate: number; held: number; found: number } {
  const patterns = new Patterns();
  const batch = new Batch(1 << 22, 16, new KeyTable());
  let seconds = 0;
  let held = 0;
  let fill = 0;
  const add = () => {
    const from = cpuSeconds();
    patterns.add(batch);
    seconds += cpuSeconds() - from;
    held = Math.max(held, patterns.bytes);
    batch.clear();
    fill = 0;
  };
  for (let line = 0; line < count; line++) {
    const end = write(batch.bytes, fill);
    batch.begin(fill, end);
    batch.commit();
    fill = end + 1;
    if (batch.full || fill > (1 << 22) - LONGEST) add();
  }
  add();
  return { rate: count / seconds, held, found: patterns.snapshot().total };
}

/** Lines through the whole program, from a pipe. */
async function pipe(count: number, write: Writer): Promise<{ seconds: number; peak: number }> {
  const child = new Deno.Command(weir[0], {
    args: [...weir.slice(1), "report", "--output", "json"],
    stdin: "piped",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const start = performance.now();
  const writer = child.stdin.getWriter();
  const buffer = new Uint8Array(1 << 20);
  let fill = 0;
  let peak = NaN;
  for (let line = 0; line < count; line++) {
    fill = write(buffer, fill);
    buffer[fill++] = 10;
    if (fill < buffer.length - LONGEST && line < count - 1) continue;
    await writer.write(buffer.slice(0, fill));
    peak = peakOf(child.pid) ?? peak;
    fill = 0;
  }
  await writer.close();
  const { success } = await child.status;
  if (!success) throw new Error("weir report failed");
  return { seconds: (performance.now() - start) / 1000, peak };
}

function bestRate(write: Writer): number {
  return Math.max(...Array.from({ length: ROUNDS }, () => flood(ADVERSARIAL, write).rate));
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const grouped = (value: number) => Math.round(value).toLocaleString("en");

const { rate, held, found } = flood(lines, words(10));
console.log(`${grouped(lines)} lines of 10 random words, no two alike`);
console.log(`  patterns alone   ${grouped(rate)} lines/s of CPU time, ${grouped(found)} held`);
console.log(`  memory held      ${megabytes(held)} at the most, ${megabytes(MAX_PATTERN_BYTES)} are stated`);
const whole = await pipe(lines / 10, words(10));
console.log(
  `  weir report      ${grouped(lines / 10 / whole.seconds)} lines/s, peak ${
    whole.peak.toFixed(0)
  } MB resident`,
);
console.log(`\n${grouped(ADVERSARIAL)} lines each, every one a new shape   lines/s of CPU time`);
for (
  const [name, write] of [
    ["300 random words", words(300)],
    ["300 words, with punctuation", words(300, "=,:; ")],
    ["300 words, half of them fixed", half(300)],
    ["300 words of a vocabulary of 300", alike(300, 300)],
    ["8 words of a vocabulary of 300", alike(8, 300)],
  ] as const
) console.log(`  ${name.padEnd(34)} ${grouped(bestRate(write)).padStart(10)}`);
Deno.exit(held <= MAX_PATTERN_BYTES ? 0 : 1);
