import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { withoutColours } from "../escape_sequences.ts";
import { lastLine } from "../newline.ts";

const { NO, PARTIAL } = verdicts;

/** What begins the frame's first line, those of the message, and the last one. */
const TOP = "╷", SIDE = /^│ ?/, BOTTOM = "╵";
const SEVERITY = /^(Error|Warning): +/;
/** Bytes of such a line. */
const LONGEST = 64;

const decoder = new TextDecoder();

/** Messages that a line stands to the left of, as Terraform and its kin print them: `╷`, `│ Error: …`, `│ …`, `╵`. */
export class FramedMessageFormat implements LineFormat {
  readonly name = "framed";
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const last = lastLine(batch.bytes, from, to);
    if (last === from) {
      return !this.#context.single && to - from < LONGEST && bare(batch, from, to) === TOP ? PARTIAL : NO;
    }
    const line = bare(batch, last, to);
    if (line === BOTTOM) return this.#take(batch, from, to);
    return SIDE.test(line) ? PARTIAL : NO;
  }

  #take(batch: Batch, from: number, to: number): Verdict {
    const lines = bare(batch, from, to).split("\n").slice(1, -1).map((line) =>
      line.replace(SIDE, "").trimEnd()
    );
    const text = lines.join("\n").trim();
    const severity = SEVERITY.exec(text);
    if (severity === null) return NO;
    const fields = { level: severity[1], message: text.slice(severity[0].length) };
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }
}

/** The text without its colours. */
function bare({ bytes }: Batch, from: number, to: number): string {
  return withoutColours(decoder.decode(bytes.subarray(from, to))).trim();
}
