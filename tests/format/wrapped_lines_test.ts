import { assertEquals } from "@std/assert";
import { type CaseRecord, readText } from "./case_reader.ts";

type Wrap = (line: string, number: number) => string;

const nanos = (number: number) => `${String(number % 1000).padStart(3, "0")}456789`;
const WRAPS: Record<string, Wrap> = {
  "kubectl logs --timestamps": (line, number) => `2026-11-20T08:00:00.${nanos(number)}Z ${line}`,
  "kubectl logs --prefix --timestamps": (line, number) =>
    `[pod/web-5d8f7c9b4-x2x4z/app] 2026-11-20T08:00:00.${nanos(number)}Z ${line}`,
  "docker compose logs": (line) => `web-1  | ${line}`,
  "CRI": (line, number) => `2026-11-20T08:00:00.${nanos(number)}Z stdout F ${line}`,
  "docker": (line, number) =>
    JSON.stringify({ log: `${line}\n`, stream: "stdout", time: `2026-11-20T08:00:00.${nanos(number)}Z` }),
};
/** The envelope that all cases are read in: it tells the least of itself. */
const WHOLE = "kubectl logs --timestamps";
/** `2026-11-20` */
const DAY = 10;
/** What envelopes add. */
const ADDED = new Set([
  "log.iostream",
  "container.name",
  "service.name",
  "k8s.pod.name",
  "k8s.container.name",
]);

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
  // Reports between which a time stands alone, programs' own lines between those of their logs.
  "pytest, a log with times between its own lines",
  "Spring Boot, the picture before its lines",
  // Behind the runtime's time they look like lines of a logger that writes such a time itself, or of labels.
  "tracing without time",
  "R's errors, which tell of a call",
  "a name, a function and a line before a colon, without a time",
  "structlog, unquoted pairs, seconds behind a dot",
]);

/**
 * What must be the same as outside, where a line has the time `bare`; blanks that end lines are no part of it, nor what the
 * envelope tells where the line does not: a time of the day may be that of another day.
 */
function told({ time, severity, body, attributes }: CaseRecord, bare: string | undefined): string {
  const text = typeof body === "string" ? body.replaceAll("\r", "").replaceAll(/[ \t]+$/gm, "") : body;
  const own = Object.entries(attributes ?? {}).filter(([key]) => !ADDED.has(key)).sort(([a], [b]) =>
    a < b ? -1 : 1
  );
  const ownTime = bare === undefined || time?.slice(DAY) === bare.slice(DAY) ? bare : time;
  return JSON.stringify([ownTime, severity, text, own]).replaceAll("\\r", "");
}

const folder = new URL("../cases/format/", import.meta.url);
const cases: { name: string; lines: string[]; bare: CaseRecord[] }[] = [];
for (const { name: file } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!file.startsWith("loggers_")) continue;
  for (const { name, lines } of JSON.parse(Deno.readTextFileSync(new URL(file, folder)))) {
    const bare = readText(`${lines.join("\n")}\n`);
    // What stands in an envelope already is not wrapped again.
    if (bare.some(({ format }) => format.includes("+"))) continue;
    cases.push({ name, lines, bare });
  }
}

const different = new Set<string>();
for (const [name, wrap] of Object.entries(WRAPS)) {
  Deno.test(`what loggers write is read in envelopes as outside: ${name}`, () => {
    for (const each of cases) {
      // One envelope tells enough of what is no record of several lines.
      if (name !== WHOLE && each.lines.length === each.bare.length) continue;
      const outside = each.bare.map((record) => told(record, record.time));
      const wrapped = readText(`${each.lines.map(wrap).join("\n")}\n`).map((record, row) =>
        told(record, each.bare[row]?.time)
      );
      if (wrapped.length === outside.length && wrapped.every((text, row) => text === outside[row])) continue;
      different.add(each.name);
      if (!OTHERWISE.has(each.name)) assertEquals(wrapped, outside, each.name);
    }
  });
}

Deno.test("no case is said to be read otherwise in envelopes that is not", () => {
  assertEquals([...OTHERWISE].filter((name) => !different.has(name)), []);
});
