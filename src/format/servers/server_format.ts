import type { Batch } from "../../record/batch.ts";
import { compileFormat, CustomFormat } from "../custom.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { severityOfReport } from "../text/text_fields.ts";
import { addTrailingPairs } from "../text/text_pairs.ts";
import { isText, SPACE } from "../text/text_tokens.ts";
import { lookAt, MARK_WITHIN, mayHold, pairsOf } from "./mark_pairs.ts";
import type { ServerHead } from "./server_head.ts";
import { HEADS } from "./server_heads.ts";
import { behindTime } from "./server_marks.ts";
import * as verdicts from "../line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NO, YES } = verdicts;

/** A head, and what tells at once that a line has another one. */
interface KnownHead {
  head: ServerHead;
  /** The bytes (1) that may come behind the time that a line begins with; any of a head that does not begin with one. */
  behind: Uint8Array;
  /** The pairs of bytes in its mark. */
  pairs: Int32Array;
}

/** For each first byte, the heads that it may begin. */
const BY_FIRST: KnownHead[][] = Array.from({ length: 256 }, () => []);
for (const head of HEADS) {
  const behind = new Uint8Array(256).fill(head.next === undefined ? 1 : 0);
  for (const sign of head.next ?? "") behind[sign.charCodeAt(0)] = 1;
  const known = { head, behind, pairs: pairsOf(head.mark) };
  for (const sign of head.begins) BY_FIRST[sign.charCodeAt(0)].push(known);
}

/** Bytes of a zone behind a time, and one more: `+01:00`. */
const LONGEST_ZONE = 7;

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
  #last: KnownHead | null = null;
  /** The severity of PostgreSQL's report that was read last. */
  #report = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const heads = BY_FIRST[bytes[from]];
    const last = this.#last;
    if (
      last !== null && heads.includes(last) && isLike(bytes, from, to, last.head) &&
      this.#readAs(last.head, batch, from, to)
    ) return YES;
    // What comes behind a time, and behind the zone that may stand there.
    const first = Math.min(to, behindTime(bytes, from, to));
    let second = first;
    while (second < to && second - first < LONGEST_ZONE && bytes[second] !== SPACE) second++;
    second++;
    let isLookedAt = false;
    for (const known of heads) {
      const { head, behind, pairs } = known;
      if ((behind[bytes[first]] | behind[bytes[second]]) === 0 || known === last) continue;
      if (!isLike(bytes, from, to, head)) continue;
      if (head.at === undefined) {
        if (!isLookedAt) lookAt(bytes, from, to);
        isLookedAt = true;
        if (!mayHold(pairs)) continue;
      }
      if (!this.#readAs(head, batch, from, to)) continue;
      this.#last = known;
      return YES;
    }
    return NO;
  }

  #readAs(head: ServerHead, batch: Batch, from: number, to: number): boolean {
    if (!holds(batch.bytes, from, to, head) || this.#formatOf(head).read(batch, from, to) !== YES) {
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
      this.#formats.set(
        head,
        format = new CustomFormat(this.name, expression, this.#context, head.severities),
      );
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

/** Whether a line has at their places what such lines have there. */
function isLike(bytes: Uint8Array, from: number, to: number, { mark, at, isHers }: ServerHead): boolean {
  return at !== undefined
    ? isText(bytes, from + at, to, mark)
    : isHers === undefined || isHers(bytes, from, to);
}

/** Whether a line that is like such lines holds what they hold near their beginnings. */
function holds(bytes: Uint8Array, from: number, to: number, { mark, at, also }: ServerHead): boolean {
  const text = at === undefined ? mark : also;
  return text === undefined || contains(bytes, from, to, text);
}

function contains(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  const end = Math.min(to, from + MARK_WITHIN);
  const first = text.charCodeAt(0);
  for (let at = from; at < end; at++) if (bytes[at] === first && isText(bytes, at, to, text)) return true;
  return false;
}
