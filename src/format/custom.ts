import { type Batch, TEXT } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { GENERAL } from "./field_roles.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { levelOfNumber } from "./severity_value.ts";
import { severityOfLetter, severityOfWord } from "./severity_word.ts";
import { kindOfBare } from "./text/message/text_pairs.ts";
import { isNumber } from "./text/text_tokens.ts";
import { readEpoch, readTime } from "./time/timestamp.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The groups that are more than attributes. */
const ROLES = new Set(["time", "time_day_first", "severity", "body", "service", "host", "trace", "span"]);

/**
 * Makes the expression of a format of one's own: `(?<name>…)`, or `(?P<name>…)` as Python and Go write it,
 * for `time`, `time_day_first`, `severity`, `body`, `service`, `host`, `trace`, `span`; other names become attributes, two
 * underscores in them a dot. Throws UserError that names the format and what is wrong.
 */
export function compileFormat(name: string, expression: string): RegExp {
  let compiled: RegExp;
  try {
    compiled = new RegExp(expression.replaceAll("(?P<", "(?<"), "dy");
  } catch (error) {
    const reason = error instanceof Error
      ? error.message.replace(/^Invalid regular expression: /, "")
      : String(error);
    throw new UserError(`formats.${name}: not a valid expression: ${reason}`);
  }
  const groups = new RegExp(`${compiled.source}|`).exec("")?.groups;
  if (groups === undefined) {
    throw new UserError(
      `formats.${name}: the expression has no named group; write (?<body>…), (?<time>…), (?<severity>…) and so on`,
    );
  }
  return compiled;
}

/** A group of an expression: its number, its name, and that of the attribute that it becomes. */
interface Group {
  number: number;
  name: string;
  key: string;
}

/** A class of characters, what is escaped, and the beginnings of groups that are numbered. */
const GROUPS = /\[(?:[^\]\\]|\\.)*\]|\\.|\((?:\?<([A-Za-z_$][\w$]*)>|(?!\?))/gs;

/** The groups of an expression that have names. They are asked for by number: that takes a third of the time. */
function groupsOf(expression: RegExp): Group[] {
  const groups: Group[] = [];
  let number = 0;
  for (const [sign, name] of expression.source.matchAll(GROUPS)) {
    if (!sign.startsWith("(")) continue;
    number++;
    if (name !== undefined) groups.push({ number, name, key: name.replaceAll("__", ".") });
  }
  return groups;
}

/** A format of one's own: an expression that must match from the start of a line. It decodes each line. */
export class CustomFormat implements LineFormat {
  readonly name: string;
  readonly #expression: RegExp;
  readonly #context: ReadContext;
  readonly #severities: ReadonlyMap<string, number> | undefined;
  readonly #groups: readonly Group[];
  #from = 0;
  #to = 0;

  /** `expression`: as `compileFormat` makes it. `severities`: OpenTelemetry's numbers of names that mean them here only. */
  constructor(
    name: string,
    expression: RegExp,
    context: ReadContext,
    severities?: ReadonlyMap<string, number>,
  ) {
    this.name = name;
    this.#expression = expression;
    this.#context = context;
    this.#severities = severities;
    this.#groups = groupsOf(expression);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const line = decoder.decode(batch.bytes.subarray(from, to));
    this.#expression.lastIndex = 0;
    const match = this.#expression.exec(line);
    if (match === null) return NO;
    const indices = match.indices!;
    const { side, fieldCount } = batch;
    const row = batch.begin(from, to);
    // In ASCII the places of the text are those of the bytes; other text is copied.
    const ascii = line.length === to - from;
    for (const group of this.#groups) {
      const text = match[group.number];
      // Alternatives may have a group of one name each.
      if (text === undefined) continue;
      if (ascii) {
        const [start, end] = indices[group.number]!;
        this.#from = from + start;
        this.#to = from + end;
      } else if (!this.#copy(batch, text)) {
        batch.side = side;
        batch.fieldCount = fieldCount;
        return NO;
      }
      this.#take(batch, row, group, text);
    }
    batch.commit();
    return YES;
  }

  #copy(batch: Batch, text: string): boolean {
    if (text.length * 3 > batch.sideFree) return false;
    this.#from = batch.side;
    this.#to = batch.side += encoder.encodeInto(text, batch.bytes.subarray(batch.side)).written;
    return true;
  }

  #take(batch: Batch, row: number, { name, key }: Group, text: string): void {
    const from = this.#from;
    const to = this.#to;
    if (!ROLES.has(name)) {
      const id = batch.keys.idOf(key);
      if (text !== "") batch.addField(id, from, to, kindOfBare(batch.bytes, from, to));
      return;
    }
    switch (name) {
      case "time":
        if (readTime(batch, row, from, to, this.#context) < 0) readEpoch(batch, row, from, to);
        break;
      case "time_day_first":
        this.#timeDayFirst(batch, row, text);
        break;
      case "severity":
        this.#severity(batch, row, from, to, text);
        break;
      case "body":
        batch.setBody(row, from, to);
        break;
      case "service":
        batch.service[row] = batch.addField(batch.keys.idOf("service.name"), from, to, TEXT);
        break;
      case "host":
        batch.host[row] = batch.addField(batch.keys.idOf("host.name"), from, to, TEXT);
        break;
      case "trace":
        batch.setTrace(row, from, to);
        break;
      case "span":
        batch.setSpan(row, from, to);
    }
  }

  /** `05/11/2026 08:00:00` of the fifth of November: read with the year first. */
  #timeDayFirst(batch: Batch, row: number, text: string): void {
    const { side } = batch;
    if (batch.sideFree < text.length) return;
    const from = batch.textToSide(text.replace(/^(\d\d)\D(\d\d)\D(\d{4})/, "$3-$2-$1"));
    readTime(batch, row, from, batch.side, this.#context);
    batch.timeFrom[row] = this.#from;
    batch.timeTo[row] = this.#to;
    batch.side = side;
  }

  #severity(batch: Batch, row: number, from: number, to: number, text: string): void {
    const { bytes } = batch;
    let number = this.#severities?.get(text) ?? severityOfWord(bytes, from, to);
    if (number === 0 && isNumber(bytes, from, to)) number = levelOfNumber(bytes, from, to, GENERAL);
    else if (number === 0 && to - from === 1) number = severityOfLetter(bytes[from]);
    if (number === 0) return;
    batch.setSeverity(row, number, from, to);
  }
}
