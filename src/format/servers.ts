import type { Batch } from "../record/batch.ts";
import { compileFormat, CustomFormat } from "./custom.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import * as verdicts from "./line_format.ts";
import { HEADS, type ServerHead } from "./server_heads.ts";
import { lookAt, MARK_WITHIN, mayHold, pairsOf } from "./server_marks.ts";
import { addTrailingPairs } from "./text/text.ts";
import { severityOfReport } from "./text/text_fields.ts";
import { isText } from "./text/text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NO, YES } = verdicts;

/** For each first byte, the heads that it may begin. */
const BY_FIRST: ServerHead[][] = Array.from({ length: 256 }, () => []);
for (const head of HEADS) for (const sign of head.begins) BY_FIRST[sign.charCodeAt(0)].push(head);

/** The pairs of bytes in what marks each head. */
const PAIRS = new Map(HEADS.map((head) => [head, pairsOf(head.mark)]));

/** Made when a line first holds the mark; all sources use the same. */
const expressions = new Map<ServerHead, RegExp>();

/** Heads of servers that are known one by one; see `HEADS`. */
export class ServerFormat implements LineFormat {
  /** What lines of this format can begin with. */
  static readonly firstBytes: string = [...new Set(HEADS.flatMap(({ begins }) => [...begins]))].join("");
  readonly name = "server";
  readonly goesOn = true;
  readonly #context: ReadContext;
  readonly #formats = new Map<ServerHead, CustomFormat>();
  /** That of the line read last: lines of one log most often have one head. */
  #last: ServerHead | null = null;
  /** The severity of PostgreSQL's report that was read last. */
  #report = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const heads = BY_FIRST[batch.bytes[from]];
    if (heads.length === 0) return NO;
    const last = this.#last;
    lookAt(batch.bytes, from, to);
    if (last !== null && heads.includes(last) && this.#readAs(last, batch, from, to)) return YES;
    for (const head of heads) {
      if (head === last || !this.#readAs(head, batch, from, to)) continue;
      this.#last = head;
      return YES;
    }
    return NO;
  }

  #readAs(head: ServerHead, batch: Batch, from: number, to: number): boolean {
    if (
      !mayHold(PAIRS.get(head)!) || !holds(batch.bytes, from, to, head) ||
      this.#formatOf(head).read(batch, from, to) !== YES
    ) {
      return false;
    }
    this.#settleReport(batch);
    addPairsBehind(batch);
    return true;
  }

  /** What belongs to a report of PostgreSQL has its severity. */
  #settleReport(batch: Batch): void {
    const row = batch.count - 1;
    if (row < 0) return;
    if (batch.severity[row] !== 0) this.#report = batch.severity[row];
    else {
      batch.severity[row] = severityOfReport(
        batch,
        row,
        batch.bodyFrom[row],
        batch.bodyTo[row],
        this.#report,
      );
    }
  }

  #formatOf(head: ServerHead): CustomFormat {
    let format = this.#formats.get(head);
    if (format === undefined) {
      let expression = expressions.get(head);
      if (expression === undefined) {
        expressions.set(head, expression = compileFormat(this.name, head.head));
      }
      this.#formats.set(head, format = new CustomFormat(this.name, expression, this.#context));
    }
    return format;
  }
}

/** Adds the pairs that end the message of the record read last. */
function addPairsBehind(batch: Batch): void {
  const row = batch.count - 1;
  if (row < 0) return;
  addTrailingPairs(batch, batch.bodyFrom[row], batch.bodyTo[row]);
  batch.fieldTo[row] = batch.fieldCount;
}

function holds(bytes: Uint8Array, from: number, to: number, head: ServerHead): boolean {
  const { mark, at, also, isHers } = head;
  if (at !== undefined) {
    return isText(bytes, from + at, to, mark) && (also === undefined || contains(bytes, from, to, also));
  }
  return isHers === undefined
    ? contains(bytes, from, to, mark)
    : isHers(bytes, from, to) && contains(bytes, from, to, mark);
}

function contains(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  const end = Math.min(to, from + MARK_WITHIN);
  const first = text.charCodeAt(0);
  for (let at = from; at < end; at++) if (bytes[at] === first && isText(bytes, at, to, text)) return true;
  return false;
}
