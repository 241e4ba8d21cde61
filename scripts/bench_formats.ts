/**
 * Measures how fast the logs of each case of real loggers are read, over and over until they are `KILOBYTES` long, and
 * prints the median and the slowest: a reader that looks beyond its line is a hundred times slower than the others.
 * `deno task bench:formats [rows]`; twenty if not given.
 */
import { FormatNames } from "../src/format/format_names.ts";
import { readBatches } from "../tests/format/case_reader.ts";
import { median } from "./measured.ts";

const KILOBYTES = 150;
const ROUNDS = 2;

interface Speed {
  name: string;
  /** Megabytes and records a second. */
  megabytes: number;
  records: number;
}

function speedOf(name: string, lines: readonly string[]): Speed {
  const once = `${lines.join("\n")}\n`;
  const text = once.repeat(Math.ceil(KILOBYTES * 1_000 / once.length));
  const bytes = new TextEncoder().encode(text).length;
  let fastest = Infinity;
  let records = 0;
  for (let round = 0; round < ROUNDS; round++) {
    records = 0;
    const start = performance.now();
    readBatches(text, new FormatNames(), ({ count }) => void (records += count));
    fastest = Math.min(fastest, performance.now() - start);
  }
  return { name, megabytes: bytes / fastest / 1_000, records: records / fastest * 1_000 };
}

const folder = new URL("../tests/cases/format/", import.meta.url);
const speeds: Speed[] = [];
for (const { name: file } of Deno.readDirSync(folder)) {
  if (!file.startsWith("loggers_")) continue;
  const cases: { name: string; lines: string[] }[] = JSON.parse(Deno.readTextFileSync(new URL(file, folder)));
  for (const { name, lines } of cases) speeds.push(speedOf(`${file}: ${name}`, lines));
}
speeds.sort((a, b) => a.megabytes - b.megabytes);
console.log(
  `${speeds.length} logs, median ${median(speeds.map((speed) => speed.megabytes)).toFixed(1)} MB/s`,
);
console.log("    MB/s  records/s");
for (const { name, megabytes, records } of speeds.slice(0, Number(Deno.args[0] ?? 20))) {
  console.log(`${megabytes.toFixed(2).padStart(8)}  ${records.toFixed(0).padStart(9)}  ${name}`);
}
