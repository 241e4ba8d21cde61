/**
 * Measures how well logs with known truth are read, and prints a table: grouping accuracy of `weir patterns` (GA:
 * the share of lines whose group is exactly the set of lines of their true template; FGA: the F1 measure over
 * groups), and the share of lines for which `weir parse` gives the true body, severity and time of day. Raw lines in, no
 * setting per set.
 *
 * `deno task bench:accuracy [folder]`: a folder of sets in the layout of Loghub 2k (`NAME/NAME_2k.log` and
 * `NAME_2k.log_structured.csv`); ../shared/data/loghub if not given. `WEIR_PROGRAM` names another program to measure.
 */

import { readCsv } from "./read_csv.ts";

interface Truth {
  event: string;
  body: string;
  severity: string | null;
  time: string | null;
}

interface Row {
  name: string;
  grouping: number;
  groups: number;
  body: number;
  severity: number | null;
  time: number | null;
}

interface ParsedRecord {
  line: number;
  body: unknown;
  severity: string | null;
  time: string | null;
}

const here = import.meta.dirname!;
const root = Deno.args[0] ?? `${here}/../../shared/data/loghub`;
const weir = Deno.env.get("WEIR_PROGRAM")?.split(" ") ??
  [Deno.execPath(), "run", "-A", "--quiet", `${here}/../main.ts`];

/** Other names of severities in the truth. */
const SEVERITIES: Record<string, string> = {
  WARNING: "WARN",
  SEVERE: "ERROR",
  FAILURE: "ERROR",
  NOTICE: "INFO",
  E: "ERROR",
  W: "WARN",
  I: "INFO",
  D: "DEBUG",
  V: "TRACE",
};
const KNOWN = new Set(["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]);

async function run(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(weir[0], {
    args: [...weir.slice(1), ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function readTruth(path: string): Truth[] {
  const rows = readCsv(Deno.readTextFileSync(path));
  const severities = rows.map((row) => severityIn(row.get("Level") ?? ""));
  // A column of that name that holds something else (a host) says nothing of severities.
  const hasSeverities = severities.filter((severity) => severity !== null).length > rows.length / 2;
  return rows.map((row, i) => ({
    event: row.get("EventId")!,
    body: row.get("Content")!,
    severity: hasSeverities ? severities[i] : null,
    time: timeOfDay(row.get("Time") ?? ""),
  }));
}

function severityIn(level: string): string | null {
  const upper = level.toUpperCase();
  const name = SEVERITIES[upper] ?? upper;
  return KNOWN.has(name) ? name : null;
}

function timeOfDay(text: string): string | null {
  const match = /(?<!\d)(\d\d?)[:.](\d\d?)[:.](\d\d?)(?!\d)/.exec(text) ?? /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  return match && match.slice(1).map((part) => part.padStart(2, "0")).join(":");
}

/** GA and FGA of groups of line numbers (from 1). */
function grouping(truth: Truth[], groups: number[][]): { grouping: number; groups: number } {
  const lines = new Map<string, number>();
  for (const { event } of truth) lines.set(event, (lines.get(event) ?? 0) + 1);
  let right = 0;
  let rightGroups = 0;
  for (const group of groups) {
    const events = new Set(group.map((line) => truth[line - 1]?.event));
    if (events.size !== 1 || lines.get([...events][0]) !== group.length) continue;
    right += group.length;
    rightGroups++;
  }
  return { grouping: right / truth.length, groups: 2 * rightGroups / (lines.size + groups.length) };
}

async function measure(name: string): Promise<Row> {
  const log = `${root}/${name}/${name}_2k.log`;
  const truth = readTruth(`${log}_structured.csv`);
  const { patterns } = JSON.parse(await run("patterns", "--output", "json", "--members", log));
  const parsed = new Map<number, ParsedRecord>();
  for (const line of (await run("parse", "--time-zone", "UTC", log)).split("\n")) {
    if (line === "") continue;
    const record: ParsedRecord = JSON.parse(line);
    parsed.set(record.line, record);
  }
  const share = (
    right: (truth: Truth, record: ParsedRecord | undefined) => boolean | null,
  ): number | null => {
    const answers = truth.map((one, i) => right(one, parsed.get(i + 1))).filter((answer) => answer !== null);
    return answers.length === 0 ? null : answers.filter(Boolean).length / answers.length;
  };
  return {
    name,
    ...grouping(truth, patterns.map((pattern: { lines: number[] }) => pattern.lines)),
    body: share((one, record) => String(record?.body).trim() === one.body.trim())!,
    severity: share((one, record) => one.severity === null ? null : record?.severity === one.severity),
    time: share((one, record) => one.time === null ? null : record?.time?.slice(11, 19) === one.time),
  };
}

function line(cells: (string | number | null)[]): string {
  return cells.map((cell, i) => {
    const text = typeof cell === "number" ? cell.toFixed(3) : cell ?? "-";
    return i === 0 ? text.padEnd(14) : text.padStart(9);
  }).join("");
}

function hasSet(name: string): boolean {
  try {
    return Deno.statSync(`${root}/${name}/${name}_2k.log_structured.csv`).isFile;
  } catch {
    return false;
  }
}

let names: string[] = [];
try {
  names = [...Deno.readDirSync(root)].map(({ name }) => name).filter(hasSet).sort();
} catch {
  // Said below.
}
if (names.length === 0) {
  console.log(`No logs with known truth in ${root}`);
  Deno.exit(0);
}
console.log(line(["set", "GA", "FGA", "body", "severity", "time"]));
const rows: Row[] = [];
for (const name of names) {
  const row = await measure(name);
  rows.push(row);
  console.log(line([row.name, row.grouping, row.groups, row.body, row.severity, row.time]));
}
const mean = (values: (number | null)[]): number | null => {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0) / given.length;
};
console.log(line([
  "mean",
  mean(rows.map((row) => row.grouping)),
  mean(rows.map((row) => row.groups)),
  mean(rows.map((row) => row.body)),
  mean(rows.map((row) => row.severity)),
  mean(rows.map((row) => row.time)),
]));

const { benchFindings } = await import("./bench_findings.ts");
await benchFindings(root);
