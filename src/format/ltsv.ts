import { type Batch, TEXT } from "../record/batch.ts";
import { ATTRIBUTE, BODY, HOST, SEVERITY, TIME } from "./field_roles.ts";
import { graphsOf, type KeyGraph } from "./json/key_graph.ts";
import { type LineFormat, NO, type ReadContext, type Verdict } from "./line_format.ts";
import { readPairsAlone, RoleCollector } from "./role_collector.ts";
import { kindOfBare } from "./text/message/text_pairs.ts";
import { findByte, isIpAddress } from "./text/text_tokens.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

const TAB = 0x09, SPACE = 0x20, COLON = 0x3a, EQUALS = 0x3d, AT = 0x40, OPEN = 0x5b, CLOSE = 0x5d;
/** Cells that make a line one of these when none of them is a time, a severity or a body. */
const ENOUGH_CELLS = 3;

/**
 * Labelled tab-separated values (ltsv.org), as nginx, Apache and Fluentd are set up to write them:
 * `time:2026-11-20T08:00:00Z` tab `status:200` tab `req:GET / HTTP/1.1`; with `=` behind the labels, too. Every cell has
 * a label.
 */
export class LtsvFormat implements LineFormat {
  readonly name = "ltsv";
  readonly #roles: RoleCollector;
  readonly #graph: KeyGraph;

  constructor(context: ReadContext) {
    this.#roles = new RoleCollector(context, true);
    this.#graph = graphsOf(context.keys).logfmt;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const sign = bytes[labelEnd(bytes, from, to)];
    if ((sign !== COLON && sign !== EQUALS) || findByte(bytes, from, to, TAB) < 0) return NO;
    const readPairs = (row: number) => this.#readCells(batch, row, from, to, sign);
    return readPairsAlone(batch, from, to, this.#graph, this.#roles, readPairs);
  }

  #readCells(batch: Batch, row: number, at: number, to: number, sign: number): boolean {
    const { bytes, view } = batch;
    const graph = this.#graph;
    let cells = 0;
    let isTelling = false;
    while (at < to) {
      const label = labelEnd(bytes, at, to);
      if (label === at || label >= to || bytes[label] !== sign) return false;
      // `error: what happened` is no label.
      if (bytes[label + 1] === SPACE && label + 1 < to) return false;
      const node = graph.child(0, bytes, view, at, label);
      const key = graph.key[node];
      const role = graph.role[node];
      const which = role & 255;
      const tab = findByte(bytes, label, to, TAB);
      let from = label + 1;
      let end = tab < 0 ? to : tab;
      at = tab < 0 ? to : tab + 1;
      cells++;
      // Apache's times stand in brackets.
      if (which === TIME && bytes[from] === OPEN && bytes[end - 1] === CLOSE) {
        from++;
        end--;
      }
      const kind = end > from ? kindOfBare(bytes, from, end) : TEXT;
      // A `host` that is an address is the client's by the names that ltsv.org recommends.
      if (role === ATTRIBUTE || (which === HOST && isIpAddress(bytes, from, end))) {
        batch.addField(key, from, end, kind);
        continue;
      }
      if (which === TIME || which === SEVERITY || which === BODY) isTelling = true;
      this.#roles.take(batch, row, role, key, from, end, kind);
    }
    return cells >= (isTelling ? 2 : ENOUGH_CELLS);
  }
}

/** Where a label ends: a letter, `_` or `@`, then digits, `.` and `-` as well. */
function labelEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from < to && bytes[from] === AT ? from + 1 : from;
  while (at < to && (isLetter(bytes[at]) || bytes[at] === 0x5f || (at > from && isInner(bytes[at])))) at++;
  return at;
}

function isInner(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x2d;
}
