import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { isBlank, isText } from "../text/text_tokens.ts";
import { lastLine, withoutReturn } from "../newline.ts";

const { BEFORE, NO, PARTIAL, YES } = verdicts;

const COMMIT = "commit ";
const NEWLINE = 0x0a;
const FIRST = /^commit ([0-9a-f]{7,64})(?: \([^()]*\))?$/;
const LONGEST_FIRST = 400;
const HEADING = /^(Author|Date|AuthorDate|Commit|CommitDate|Merge|gpg): *(.*)$/;
/** `Fri Nov 20 08:00:00 2026 +0100` */
const GIT_DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d\d:\d\d:\d\d) (\d{4}) ([-+]\d{4})$/;
/** Blanks before each line of a message. */
const INDENT = "    ";

const decoder = new TextDecoder();

/** Commits as `git log` prints them: the date is the time, the message the body. */
export class GitLogFormat implements LineFormat {
  readonly name = "git-log";
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (!isText(bytes, from, to, COMMIT)) return NO;
    const last = lastLine(batch.bytes, from, to);
    if (last === from) {
      if (this.#context.single || this.#context.mayGoOn || to - from > LONGEST_FIRST) return NO;
      return FIRST.test(decoder.decode(bytes.subarray(from, to))) ? PARTIAL : NO;
    }
    if (last === to || bytes[last] === NEWLINE || isBlank(bytes[last])) return PARTIAL;
    const line = decoder.decode(bytes.subarray(last, Math.min(to, last + LONGEST_FIRST)));
    return HEADING.test(line)
      ? PARTIAL
      : this.#take(batch, from, withoutReturn(batch.bytes, from, last - 1), BEFORE);
  }

  /** The last commit ends with the source. */
  readLast(batch: Batch, from: number, to: number): Verdict {
    return this.#take(batch, from, to, YES);
  }

  #take(batch: Batch, from: number, to: number, verdict: typeof YES | typeof BEFORE): Verdict {
    const [first, ...lines] = decoder.decode(batch.bytes.subarray(from, to)).split("\n");
    const fields: Record<string, string> = {};
    const message: string[] = [];
    for (const line of lines) {
      const heading = message.length === 0 ? HEADING.exec(line) : null;
      if (heading?.[1] === "Date" || heading?.[1] === "CommitDate") {
        fields.timestamp = heading[2].replace(GIT_DATE, "$2 $1 $4 $3 $5");
      } else if (heading?.[1] === "Author") fields["user.name"] = heading[2].replace(/ <.*$/, "");
      else if (heading === null && (line !== "" || message.length > 0)) {
        message.push(line.startsWith(INDENT) ? line.slice(INDENT.length) : line);
      }
    }
    if (fields.timestamp === undefined) return NO;
    fields.message = message.join("\n").trimEnd();
    fields["vcs.ref.head.revision"] = FIRST.exec(first)?.[1] ?? "";
    const json = JSON.stringify(fields);
    return addMadeRecord(batch, from, to, json, this.#context, true) === NO ? NO : verdict;
  }
}
