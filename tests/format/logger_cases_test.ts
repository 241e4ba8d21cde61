import { assert, assertEquals } from "@std/assert";
import type { AttributeValue } from "../../src/record/log_record.ts";
import { type CaseRecord, readText } from "./case_reader.ts";

/** What a logger was told to log. What it was not told, or does not write, is left out. */
interface Told {
  time?: string;
  /** Absent: none; null: nothing can be said of it. */
  severity?: string | null;
  body?: string;
  /** Where the logger writes more into the message, or a stack trace behind it. */
  bodyStart?: string;
  attributes?: Record<string, AttributeValue>;
}

/** Lines that a real logger wrote, and what it was told. */
interface LoggerCase {
  name: string;
  lines: string[];
  expect: Told[];
  /** What is known to be read otherwise. */
  misses?: Aspect[];
}

type Aspect = "records" | "time" | "severity" | "body" | "attributes";

/** Right answers of all, by what is asked. */
class Score {
  right = 0;
  all = 0;

  add(right: boolean): boolean {
    this.all++;
    if (right) this.right++;
    return right;
  }

  get share(): number {
    return this.right / this.all;
  }
}

const scores: Record<Aspect, Score> = {
  records: new Score(),
  time: new Score(),
  severity: new Score(),
  body: new Score(),
  attributes: new Score(),
};

/** Compares what was read with what was told; answers what is wrong. */
function missesOf({ lines, expect }: LoggerCase): Aspect[] {
  const read: CaseRecord[] = JSON.parse(JSON.stringify(readText(`${lines.join("\n")}\n`)));
  const misses = new Set<Aspect>();
  const ask = (aspect: Aspect, right: boolean) => {
    if (!scores[aspect].add(right)) misses.add(aspect);
  };
  for (const [at, told] of expect.entries()) {
    ask("records", read.length === expect.length);
    const record = read.length === expect.length ? read[at] : recordWith(read, told);
    ask("time", told.time === undefined ? !record?.time : sameTime(record?.time, told.time));
    if (told.severity !== null) ask("severity", record?.severity?.split(" ")[0] === told.severity);
    ask("body", isBody(record?.body, told));
    for (const [key, value] of Object.entries(told.attributes ?? {})) {
      ask("attributes", String(record?.attributes?.[key]) === String(value));
    }
  }
  return [...misses];
}

function recordWith(read: readonly CaseRecord[], told: Told): CaseRecord | undefined {
  const text = told.body ?? told.bodyStart ?? "";
  return read.find(({ body }) => typeof body === "string" && body.includes(text));
}

function sameTime(read: string | undefined, told: string): boolean {
  return read !== undefined && Date.parse(read) === Date.parse(told);
}

function isBody(read: unknown, { body, bodyStart = "" }: Told): boolean {
  return typeof read === "string" && (body === undefined ? read.startsWith(bodyStart) : read === body);
}

const folder = new URL("../cases/format/", import.meta.url);
for (const { name: file } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!file.startsWith("loggers_")) continue;
  const cases: LoggerCase[] = JSON.parse(Deno.readTextFileSync(new URL(file, folder)));
  for (const one of cases) {
    Deno.test(`${one.name} is read as it was told${one.misses ? `, but for ${one.misses.join(", ")}` : ""}`, () => {
      assertEquals(missesOf(one).sort(), (one.misses ?? []).sort());
    });
  }
}

Deno.test("of what the loggers were told, nearly all is read", () => {
  const least = { records: 0.97, time: 0.97, severity: 0.97, body: 0.9, attributes: 0.9 };
  for (const [aspect, share] of Object.entries(least)) {
    const score = scores[aspect as Aspect];
    assert(score.share >= share, `${aspect}: ${score.right} of ${score.all}`);
  }
});
