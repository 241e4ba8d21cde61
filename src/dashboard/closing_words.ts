import { historyOf } from "../record/history.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import { shellWord } from "../record/shell_word.ts";
import { visible } from "../terminal/text.ts";
import { findingsIn, openFindings } from "./findings.ts";
import { bytes, counted, moment } from "./figures.ts";
import { rankedAttributes, rankedPatterns, rankedWords } from "./rankings.ts";
import { type State, summaryOf } from "./state.ts";

/** Lines of each list. */
const LISTED = 5;
/** Characters that the names of the inputs take at the most in one line; more are counted. */
const MOST_NAMED = 400;

const NOTHING = {
  enough: "nothing needs a look",
  short: "too little data to judge",
  undated: "no times to judge by",
};

/**
 * One line when the dashboard is left: what was read, what needs a look, and the command for the report: `report`, or
 * the usual one with the `options` that chose what was read.
 */
export function farewell(
  state: State,
  report: string | null = null,
  options: readonly string[] = [],
): string {
  const summary = state.latest?.summary;
  const failed = new Set(
    summary?.sources.filter(({ state, records }) => state === "failed" && records === 0).map(({ name }) =>
      name
    ),
  );
  const name = namesOf(state.info.inputs.filter((input) => !failed.has(input)));
  if (!summary || summary.records === 0) {
    return state.resetAt === null
      ? `Nothing was read from ${namesOf(state.info.inputs)}`
      : `The counts of ${name} were reset. Report: ${report ?? reportCommand(state, options)}`;
  }
  const count = openFindings(state);
  const look = count > 0 ? `${count} need${count === 1 ? "s" : ""} a look` : NOTHING[historyOf(summary)];
  const records = counted(summary.records, "record");
  const unread = failed.size === 0 ? "" : `; could not read ${namesOf([...failed])}`;
  return `Read ${records} from ${name}${unread}; ${look}. Report: ${report ?? reportCommand(state, options)}`;
}

function namesOf(inputs: readonly string[]): string {
  return areMany(inputs) ? `${inputs.length} files` : visible(inputs.join(", "));
}

function reportCommand({ info }: State, options: readonly string[]): string {
  const receives = info.receives ?? null;
  const pipe = info.inputs.includes("standard input") ? "… | " : "";
  if (areMany(info.inputs)) return "weir report, with the same files";
  const files = info.piped ? [] : info.inputs.filter((input) => input !== receives);
  const names = files.map((input) => input === "standard input" ? "-" : input);
  // What looks like an option is a file behind this mark.
  const mark = names.some((name) => name.startsWith("-") && name !== "-") ? ["--"] : [];
  const words = [...options, ...mark, ...names].map((word) => ` ${visible(shellWord(word))}`).join("");
  return `${info.piped ? pipe : ""}weir report${receives === null ? "" : " --otlp-enabled"}${words}`;
}

function areMany(inputs: readonly string[]): boolean {
  return inputs.reduce((sum, { length }) => sum + length, 0) > MOST_NAMED;
}

/** The figures of the last frame, as lines of text: numbers without grouping, for programs to find. */
export function figuresOf(state: State, frames: number): string {
  const summary = summaryOf(state);
  if (!summary) return `0 records\nFrames: ${frames} of ${state.width}x${state.height}\n`;
  const severities = SEVERITY_RANKS.map((name, rank) => ({ name, count: summary.severities[rank] }))
    .filter(({ count }) => count > 0).reverse();
  const list = (title: string, items: string[]) =>
    items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`)];
  const lines = [
    `${plural(summary.records, "record")}, ${plural(summary.lines, "line")}, ${bytes(summary.bytes)}`,
    ...(summary.start === null || summary.end === null
      ? ["no times found"]
      : [`from ${moment(summary.start, true, 3)} to ${moment(summary.end, true, 3)} UTC`]),
    ...list("Counts by severity", severities.map(({ name, count }) => `${count} ${name}`)),
    ...list("Words", rankedWords(state).slice(0, LISTED).map(({ word, count }) => `${count} ${word}`)),
    ...list(
      "Attributes",
      rankedAttributes(state).slice(0, LISTED).map(({ key, count, distinct }) =>
        `${count} ${key}, ${plural(distinct, "value")}`
      ),
    ),
    ...list(
      "Patterns",
      rankedPatterns(state).slice(0, LISTED).map(({ template, count }) => `${count} ${template}`),
    ),
    ...list(
      "Needs a look",
      findingsIn(state).map(({ count, ofTitle, title }) => `${ofTitle ?? count} ${title}`),
    ),
    `Log: ${state.log.total} of ${summary.records} held, ${state.log.rows.length} on hand`,
    `Frames: ${frames} of ${state.width}x${state.height}`,
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

function plural(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
