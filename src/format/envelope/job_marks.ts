import { digitsEnd } from "../time/timestamp_parts.ts";
import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { type LineFormat, NO, type ReadContext, type Verdict } from "../line_format.ts";
import { isText } from "../text/text_tokens.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";

const BELL = 0x07, RETURN = 0x0d, ESCAPE = 0x1b, COLON = 0x3a, OPEN = 0x5b;
/** Buildkite's milliseconds since 1970 as an application's command (ECMA-48, 8.3.2). */
const BUILDKITE = "\x1b_bk;t=";
const START = "section_start:", END = "section_end:";
/** What clears the line behind a mark of GitLab's. */
const CLEAR = "\x1b[0K";
const BETWEEN = `\r${CLEAR}`;

const decoder = new TextDecoder();

/**
 * What servers that run jobs put into their logs for the page that shows them: Buildkite's time before each line, and GitLab's
 * `section_start:1795161600:name` with a carriage return behind it. The line inside is read with the other formats.
 */
export class JobMarkFormat implements LineFormat {
  readonly name = "job";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  #batch: Batch | null = null;
  /** Where GitLab's marks end; the line's beginning if it has none. */
  #marksTo = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    this.#marksTo = from;
    const at = batch.bytes[from] === ESCAPE
      ? this.#buildkite(batch, from, to)
      : this.#sections(batch, from, to);
    if (at < 0) return NO;
    const range = this.#range;
    range.from = from;
    range.to = range.innerTo = to;
    range.innerFrom = at;
    this.#batch = batch;
    this.#keys.fresh();
    return readInside(batch, this.#context, range, this.#amend);
  }

  /** Index behind Buildkite's time, -1 if none begins the line. */
  #buildkite(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (!isText(bytes, from, to, BUILDKITE)) return -1;
    const start = from + BUILDKITE.length;
    const end = digitsEnd(bytes, start, to);
    if (bytes[end] !== BELL || end >= to) return -1;
    return this.#time.read(batch, start, end, this.#context) === end ? end + 1 : -1;
  }

  /** Index behind GitLab's marks, of which an end and a start may stand in one line; -1 if none begins it. */
  #sections(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    let at = from;
    while (isText(bytes, at, to, START) || isText(bytes, at, to, END)) {
      const start = at + (isText(bytes, at, to, START) ? START.length : END.length);
      const digits = digitsEnd(bytes, start, to);
      let end = digits;
      if (bytes[end] !== COLON || this.#time.read(batch, start, end, this.#context) !== end) return -1;
      while (end < to && bytes[end] !== RETURN) end++;
      // Behind the name stand options in a bracket: `[collapsed=true]`.
      if (end === digits + 1 || bytes[digits + 1] === OPEN) return -1;
      this.#marksTo = end;
      if (end === to) return to;
      at = end + 1;
      if (isText(bytes, at, to, CLEAR)) at += CLEAR.length;
    }
    return at === from ? -1 : at;
  }

  readonly #amend = (row: number): void => {
    const batch = this.#batch!;
    this.#time.give(batch, row);
    const { from } = this.#range;
    if (this.#marksTo === from) return;
    const marks = decoder.decode(batch.bytes.subarray(from, this.#marksTo)).replaceAll(BETWEEN, " ");
    if (marks.length * 3 > batch.sideFree) return;
    batch.addField(this.#keys.id.prefix, batch.textToSide(marks), batch.side, TEXT);
  };
}
