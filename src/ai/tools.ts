import type { Row } from "../engine/messages.ts";
import { combineFilters } from "../query/combine.ts";
import { QueryError } from "../query/query.ts";
import type { Citations } from "./citations.ts";
import { AiFailure } from "./failure.ts";
import { type Json, numberAt, parsed, textAt } from "./json_value.ts";
import type { ToolCall, ToolSpec } from "./provider.ts";
import { type Questions, reachWords } from "./questions.ts";
import { cutMiddle, pairText, recordText } from "./record_text.ts";

/** Calls of tools for one question at the most. */
export const MOST_CALLS = 8;
/** Characters of one tool's answer at the most. */
export const RESULT_LENGTH = 6000;
const MOST_RECORDS = 40;
const PATTERN_RECORDS = 6;
const MOST_AROUND = 20;
const MOST_VALUES = 30;

const FILTER = {
  type: "string",
  description:
    'Filter: words, "phrases", /expressions/, -without, a or b, field=value, field>=5, field~regex, ' +
    "severity>=warn, time>=12:03, time>-15m, pattern=7, service=x. Empty for all.",
};

/** What a model may ask for; all of it only reads. */
export const TOOLS: readonly ToolSpec[] = [
  tool("find_records", "The newest or oldest records that match a filter, and how many match.", {
    filter: FILTER,
    count: { type: "integer", description: `At most ${MOST_RECORDS}; 20 if left out` },
    oldest: { type: "boolean", description: "The oldest instead of the newest" },
  }, ["filter"]),
  tool("count_by_field", "The most frequent values of a field among the records that match a filter.", {
    field: {
      type: "string",
      description: "severity, service, host, pattern, source, or the name of an attribute",
    },
    filter: FILTER,
  }, ["field"]),
  tool("pattern_detail", "How often and when a pattern occurs, with its first and last records.", {
    pattern: { type: "integer", description: "Its number: 7 for p7" },
  }, ["pattern"]),
  tool("records_around", "The records of the same source around one that was shown.", {
    record: { type: "string", description: "Its number as it is cited: 12 for [#12]" },
    count: { type: "integer", description: `On either side, at most ${MOST_AROUND}; 8 if left out` },
  }, ["record"]),
  tool("records_between", "The records of a time range that match a filter.", {
    from: { type: "string", description: "Like 12:03, 2026-11-18T12:03:11Z or -15m" },
    to: { type: "string", description: "The same" },
    filter: FILTER,
    count: { type: "integer", description: `At most ${MOST_RECORDS}; 20 if left out` },
  }, ["from", "to"]),
];

function tool(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  required: string[],
): ToolSpec {
  return {
    name,
    description,
    parameters: { type: "object", properties, required, additionalProperties: false },
  };
}

export interface ToolContext {
  readonly questions: Questions;
  readonly citations: Citations;
  redact(text: string): string;
  /** Puts back what placeholders stand for. */
  restore(text: string): string;
  /** The filter that all questions stay within. */
  readonly where: string;
}

/** What a tool's answer is: text for the model, and a line for the person. */
export interface ToolResult {
  readonly text: string;
  readonly shown: string;
}

/** Runs a call. What is wrong with it is told to the model, which may correct it. */
export async function runTool(call: ToolCall, context: ToolContext): Promise<ToolResult> {
  const args = parsed(context.restore(call.arguments));
  const shown = `${call.name} ${cutMiddle(call.arguments, 160)}`;
  try {
    const text = wrongArguments(args) ?? await answer(call.name, args, context);
    // The first line says how much was found, and where.
    return {
      text: bounded(text),
      shown: `${shown}: ${cutMiddle(text.split("\n")[0], 120).replace(/:$/, "")}`,
    };
  } catch (error) {
    // What placeholders stood for may be in the words, and is not to leave.
    const words = error instanceof Error ? context.redact(error.message) : "";
    const isRefused = error instanceof AiFailure && error.failure === "refused";
    if (!isRefused && !(error instanceof QueryError)) throw error;
    const text = isRefused ? words : `The filter cannot be read: ${words}`;
    return { text, shown: `${shown}: ${cutMiddle(text, 120)}` };
  }
}

/** What is wrong with arguments from which no filter can be had: without one, all records would be said to match. */
function wrongArguments(args: Json | undefined): string | null {
  if (args === undefined) return "The arguments are not valid JSON.";
  if (args === null) return null;
  if (typeof args !== "object" || Array.isArray(args)) return "The arguments are not a JSON object.";
  const { filter } = args;
  return filter === undefined || filter === null || typeof filter === "string"
    ? null
    : "The filter must be a string.";
}

async function answer(name: string, args: Json | undefined, context: ToolContext): Promise<string> {
  const { questions } = context;
  const within = (...filters: (string | null)[]) =>
    combineFilters(
      [context.where, ...filters].filter((text): text is string => text !== null && text.trim() !== ""),
    );
  const count = Math.min(MOST_RECORDS, Math.max(1, numberAt(args, "count") ?? 20));
  switch (name) {
    case "find_records": {
      const oldest = typeof args === "object" && args !== null && !Array.isArray(args) &&
        args.oldest === true;
      return await found(within(textAt(args, "filter")), count, oldest, context);
    }
    case "records_between": {
      const from = textAt(args, "from");
      const to = textAt(args, "to");
      if (from === null || to === null) return "from and to are needed";
      return await found(
        within(`time>=${from}`, `time<=${to}`, textAt(args, "filter")),
        count,
        true,
        context,
      );
    }
    case "count_by_field": {
      const field = textAt(args, "field");
      if (field === null) return "field is needed";
      const { values, reach } = await questions.countAll(field, within(textAt(args, "filter")));
      if (values.length === 0) return `No matching record of ${reachWords(reach)} has ${field}.`;
      const list = values.slice(0, MOST_VALUES).map(({ value, count }) =>
        // The field's name tells of some that they are secret.
        `${count} ${cutMiddle(context.redact(pairText(field, value)).slice(field.length + 1), 120)}`
      );
      return `${values.length} values among ${reachWords(reach)}:\n${list.join("\n")}`;
    }
    case "pattern_detail": {
      const id = Number(String(textAt(args, "pattern") ?? numberAt(args, "pattern") ?? "").replace(/^p/, ""));
      const pattern = (await questions.summary()).patterns.top.find((pattern) => pattern.id === id);
      if (pattern === undefined) return `There is no pattern p${id}.`;
      const head =
        `p${id} ×${pattern.count}, ${new Date(pattern.first).toISOString()} to ${
          new Date(pattern.last).toISOString()
        }: ` +
        cutMiddle(context.redact(pattern.template), 400);
      return `${head}\n${await ofPattern(id, within(`pattern=${id}`), context)}`;
    }
    case "records_around": {
      const label = String(textAt(args, "record") ?? numberAt(args, "record") ?? "").replace(
        /^\[?#?|\]$/g,
        "",
      );
      const id = context.citations.find(label);
      if (id === null) return `No record #${label} was shown.`;
      const around = Math.min(MOST_AROUND, Math.max(1, numberAt(args, "count") ?? 8));
      const { before, row, after } = await questions.record(id, around);
      return `${before.length + after.length} around #${label}:\n${
        listed([...before, row, ...after], context)
      }`;
    }
    default:
      return `There is no tool ${name}.`;
  }
}

async function found(
  where: string,
  count: number,
  oldest: boolean,
  context: ToolContext,
): Promise<string> {
  const { rows, total, reach } = await context.questions.find(where, count, oldest);
  const among = ` among ${reachWords(reach)}`;
  if (total === 0) return `None match${among}.`;
  const which = total > rows.length ? `; the ${oldest ? "oldest" : "newest"} ${rows.length}` : "";
  return `${total} match${among}${which}:\n${listed(rows, context)}`;
}

/** The newest records of a pattern; of what cannot be read again those that were kept. */
async function ofPattern(id: number, where: string, context: ToolContext): Promise<string> {
  const text = await found(where, PATTERN_RECORDS, false, context);
  if (!text.startsWith("None") || context.where !== "") return text;
  const { first, last } = await context.questions.samples(id);
  const kept = new Map([...first, ...last].map((row) => [`${row.id.source}:${row.id.sequence}`, row]));
  return kept.size === 0 ? text : `${text} Of it were kept:\n${listed([...kept.values()], context)}`;
}

function listed(rows: readonly Row[], { citations, redact }: ToolContext): string {
  return rows.map((row) => `[#${citations.label(row)}] ${recordText(row, redact, true)}`).join("\n");
}

/** Head and tail of an answer that is too long, and how much is left out. */
function bounded(text: string): string {
  if (text.length <= RESULT_LENGTH) return text;
  const lines = text.split("\n");
  const head: string[] = [];
  const tail: string[] = [];
  let room = RESULT_LENGTH - 80;
  for (let n = 0; head.length + tail.length < lines.length; n++) {
    const fromEnd = n % 2 === 1;
    const line = fromEnd ? lines[lines.length - 1 - tail.length] : lines[head.length];
    room -= line.length + 1;
    if (room < 0) break;
    if (fromEnd) tail.unshift(line);
    else head.push(line);
  }
  const left = lines.length - head.length - tail.length;
  return [...head, `… ${left} lines left out; ask for fewer …`, ...tail].join("\n");
}
