import { assertEquals } from "@std/assert";
import { type CaseRecord, readText } from "./case_reader.ts";

type Wrap = (line: string, number: number) => string;

const nanos = (number: number) => `${String(number % 1000).padStart(3, "0")}000000`;
const WRAPS: Record<string, Wrap> = {
  "docker compose logs": (line) => `web-1  | ${line}`,
  "CRI": (line, number) => `2026-11-20T08:00:00.${nanos(number)}Z stdout F ${line}`,
  "docker": (line, number) =>
    JSON.stringify({ log: `${line}\n`, stream: "stdout", time: `2026-11-20T08:00:00.${nanos(number)}Z` }),
};
/** The envelope that all cases are read in. */
const WHOLE = "CRI";
/** What envelopes add. */
const ADDED = new Set(["log.iostream", "container.name", "service.name"]);

/** Cases that are read otherwise, and why; each must be so in some envelope. */
const OTHERWISE = new Set([
  // They are envelopes themselves, which stand in no other.
  "BuildKit, steps and seconds",
  "Buildkite, times in escape sequences",
  "Fluent Bit, with metadata",
  "github's raw log, a test's verdict behind the job's time",
  "node-foreman, two blanks behind bars",
  "structured: a shipper's record whose fields wait for the rest",
  "structured: Fluentd's events as Ruby prints them",
  "structured: Fluentd's events in JSON",
  "ts, traces of Node each line of which has its time",
  // The envelope has a time, so that the one below or inside the message is not the record's.
  "a TraceSource's listener, its options below",
  "winston splat simple",
  "log4cpp, no time in the heads, but in a message",
  "python: twiggyf",
  "logging, times since the start in a column",
  // Reports between which a time stands alone, programs' own lines between those of their logs.
  "mariadb, slow queries of one second",
  "mysql slow",
  "pytest, a log with times between its own lines",
  "Spring Boot, the picture before its lines",
  "winston, an object below the message",
]);

/** What must be the same; blanks that end lines are no part of it, nor what the envelope tells where the line does not. */
function told({ severity, body, attributes }: CaseRecord): string {
  const text = typeof body === "string" ? body.replaceAll("\r", "").replaceAll(/[ \t]+$/gm, "") : body;
  const own = Object.entries(attributes ?? {}).filter(([key]) => !ADDED.has(key)).sort(([a], [b]) =>
    a < b ? -1 : 1
  );
  return JSON.stringify([severity, text, own]).replaceAll("\\r", "");
}

const folder = new URL("../cases/format/", import.meta.url);
const cases: { name: string; lines: string[]; bare: string[] }[] = [];
for (const { name: file } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!file.startsWith("loggers_")) continue;
  for (const { name, lines } of JSON.parse(Deno.readTextFileSync(new URL(file, folder)))) {
    const bare = readText(`${lines.join("\n")}\n`);
    // What stands in an envelope already is not wrapped again.
    if (bare.some(({ format }) => format.includes("+"))) continue;
    cases.push({ name, lines, bare: bare.map(told) });
  }
}

const different = new Set<string>();
for (const [name, wrap] of Object.entries(WRAPS)) {
  Deno.test(`what loggers write is read in envelopes as outside: ${name}`, () => {
    for (const each of cases) {
      // One envelope tells enough of what is no record of several lines.
      if (name !== WHOLE && each.lines.length === each.bare.length) continue;
      const wrapped = readText(`${each.lines.map(wrap).join("\n")}\n`).map(told);
      const isSame = wrapped.length === each.bare.length &&
        wrapped.every((record, row) => record === each.bare[row]);
      if (isSame) continue;
      different.add(each.name);
      if (!OTHERWISE.has(each.name)) assertEquals(wrapped, each.bare, each.name);
    }
  });
}

Deno.test("no case is said to be read otherwise in envelopes that is not", () => {
  assertEquals([...OTHERWISE].filter((name) => !different.has(name)), []);
});
