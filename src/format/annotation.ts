import type { Batch } from "../record/batch.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";

const { NO } = verdicts;

const HASH = 0x23, COLON = 0x3a;
const LONGEST = 16_384;

/** `::error file=app.js,line=12::message`, of GitHub's and Gitea's jobs. */
const COMMAND = /^::(error|warning|notice|debug)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/s;
/** `##[error]message`, of Azure's jobs and GitHub's. */
const MARKED = /^##\[(error|warning|notice|debug)\](.*)$/s;
/** `##vso[task.logissue type=error;sourcepath=a.c;]message` of Azure's jobs. */
const ISSUE = /^##vso\[task\.(logissue|complete) ([^\]]*)\](.*)$/s;
/** `##teamcity[message text='…' status='ERROR']` */
const TEAMCITY = /^##teamcity\[(\w+)((?: (?:\w+ ?= ?)?'(?:[^'|]|\|.)*')*)\s*\]\s*$/s;
const PROPERTY = /(?:(\w+) ?= ?)?'((?:[^'|]|\|.)*)'/gs;

/** What the properties of a command are, of which others keep their names. */
const NAMES: Record<string, string> = {
  file: "code.file.path",
  sourcepath: "code.file.path",
  line: "code.line.number",
  linenumber: "code.line.number",
  col: "code.column.number",
  columnnumber: "code.column.number",
  type: "",
  result: "",
};
const RESULTS: Record<string, string> = { Failed: "error", SucceededWithIssues: "warning" };
const STATUSES: Record<string, string> = {
  NORMAL: "info",
  WARNING: "warning",
  FAILURE: "error",
  ERROR: "error",
};
/** Messages of TeamCity's that are told only of what went wrong. */
const FAILURES = new Set(["buildProblem", "testFailed"]);
/** The properties that are what a message of TeamCity's says, the first of them there is. */
const TEXTS = ["text", "message", "description", "out", ""];
const ESCAPES: Record<string, string> = { n: "\n", r: "\r", x: "\u0085", l: "\u2028", p: "\u2029" };

const decoder = new TextDecoder();

/** What a program tells the server that builds it, by the signs that make this a message and no output. */
export class AnnotationFormat implements LineFormat {
  readonly name = "annotation";
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const sign = bytes[from];
    if ((sign !== HASH && sign !== COLON) || bytes[from + 1] !== sign || to - from > LONGEST) return NO;
    const text = decoder.decode(bytes.subarray(from, to)).trimEnd();
    const fields = sign === COLON ? ofCommand(text) : ofMark(text) ?? ofIssue(text) ?? ofTeamcity(text);
    return fields === null ? NO : addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }
}

type Fields = Record<string, string | number>;

function ofCommand(text: string): Fields | null {
  const match = COMMAND.exec(text);
  if (match === null) return null;
  const fields: Fields = { level: match[1], message: percentDecoded(match[3]) };
  addProperties(fields, match[2] ?? "", ",");
  return fields;
}

function ofMark(text: string): Fields | null {
  const match = MARKED.exec(text);
  return match === null ? null : { level: match[1], message: match[2] };
}

function ofIssue(text: string): Fields | null {
  const match = ISSUE.exec(text);
  if (match === null) return null;
  const told = /(?:^|;)(?:type|result)=(\w+)/.exec(match[2])?.[1] ?? "";
  const fields: Fields = { message: match[3] };
  if (match[1] === "logissue" || told in RESULTS) fields.level = RESULTS[told] ?? told;
  addProperties(fields, match[2], ";");
  return fields;
}

function addProperties(fields: Fields, text: string, divider: string): void {
  for (const property of text.split(divider)) {
    const equals = property.indexOf("=");
    const key = property.slice(0, equals).trim();
    const name = NAMES[key] ?? key;
    const value = percentDecoded(property.slice(equals + 1));
    if (equals > 0 && name !== "" && value !== "") fields[name] ??= /^\d{1,9}$/.test(value) ? +value : value;
  }
}

/** GitHub writes line breaks, and what divides properties, as `%0A`, `%3A`. */
function percentDecoded(text: string): string {
  return text.replace(
    /%(0A|0D|25|2C|3A|3B)/gi,
    (_, code: string) => String.fromCharCode(parseInt(code, 16)),
  );
}

function ofTeamcity(text: string): Fields | null {
  const match = TEAMCITY.exec(text);
  if (match === null) return null;
  const properties = new Map<string, string>();
  for (const [, key = "", value] of match[2].matchAll(PROPERTY)) properties.set(key, unescaped(value));
  const fields: Fields = {};
  const level = FAILURES.has(match[1]) ? "error" : STATUSES[properties.get("status") ?? ""];
  if (level !== undefined) fields.level = level;
  const said = TEXTS.find((name) => properties.has(name));
  // Of a message without a text all of it is what it says.
  fields.message = said === undefined ? text : properties.get(said)!.trimEnd();
  fields["event.name"] = match[1];
  for (const [name, value] of properties) {
    if (name === said || (name === "status" && level !== undefined)) continue;
    fields[name === "name" ? "teamcity.name" : name] ??= value;
  }
  return fields;
}

/** TeamCity's escapes: a bar before a quote, a bracket or a bar, and `|n`, `|0x00e9`. */
function unescaped(text: string): string {
  return text.replace(
    /\|(?:0x([0-9a-fA-F]{4})|(.))/gs,
    (_, code: string | undefined, sign: string) =>
      code === undefined ? ESCAPES[sign] ?? sign : String.fromCharCode(parseInt(code, 16)),
  );
}
