import * as kinds from "../../record/batch.ts";
import type { Batch } from "../../record/batch.ts";
import * as fieldRoles from "../field_roles.ts";
import { unescapeInto } from "./json_escape.ts";
import { JsonOutline } from "./json_outline.ts";
import { FALSE, hasEscape, NULL_WORD, numberEnd, numberKind, skipSpace, stringEnd } from "./json_token.ts";
import { TRUE, wordEnd } from "./json_token.ts";
import * as keyGraph from "./key_graph.ts";
import { graphsOf, isOtherEdge, type KeyGraph } from "./key_graph.ts";
import type { RoleCollector } from "../role_collector.ts";

// An imported constant is read from its module whenever it is used, one of this file is part of the machine code:
// a fifth of the time of reading a record.
const { TEXT, ESCAPED, INT, BOOL, NULL, NESTED } = kinds;
const { ATTRIBUTE, TIME, TRACE, SERVICE, HOST } = fieldRoles;
const { FAN, HEAD, MAX_NODES, FINISH, MISS } = keyGraph;

/** Objects deeper than this stay values. */
const MAX_DEPTH = 32;

const QUOTES = 0x22222222;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;
/** See where strings are read. */
const LOW_BITS = 0x7f7f7f7f;
const TWOS = 0x02020202;
const FOLDED = 0x7d7d7d7d;

/**
 * Reads the fields of a JSON object into a batch: nested objects become dotted keys, arrays and empty
 * objects stay values. What has a role goes to the collector, the rest straight into the field columns.
 * Most of the work is done by comparing what follows a value with what followed its key before.
 */
export class JsonObject {
  readonly #graph: KeyGraph;
  readonly #roles: RoleCollector;
  readonly #outline = new JsonOutline();
  #scratch = new Uint8Array(256);
  #scratchView = new DataView(this.#scratch.buffer);
  /** Of the last slow step: whether the value is a string, and where it starts. */
  #isText = false;
  #valueAt = 0;

  constructor(roles: RoleCollector) {
    this.#roles = roles;
    this.#graph = graphsOf(roles.keys).json;
  }

  /**
   * Adds the fields of the object whose brace is at `at` to the record begun last. Returns the index after
   * it, or -1 if there is no whole object; then fields may have been added that the caller must take back.
   */
  read(batch: Batch, row: number, at: number, to: number): number {
    const { bytes, view } = batch;
    const graph = this.#graph;
    const roles = this.#roles;
    graph.refresh();
    const { edges, words } = graph;
    // The columns of the fields are written here, not by a call a field; `batch.fieldCount` follows before any call.
    let { fieldKey, fieldStart, fieldEnd, fieldKind } = batch;
    let field = batch.fieldCount;
    let node = 0;
    for (;;) {
      // `KeyGraph.follow`, spelt out: a call a field costs too much here.
      let next = MISS;
      let isText = false;
      for (let place = node * FAN, last = node < MAX_NODES ? place + FAN : 0; place < last; place++) {
        const edge = edges[place];
        if (edge === 0) break;
        const stop = at + words[edge];
        let word = edge + HEAD;
        let position = at;
        const whole = stop - 4;
        if (stop > to) continue;
        let differs = 0;
        while (position <= whole) {
          differs |= view.getInt32(position, true) ^ words[word];
          position += 4;
          word++;
        }
        if (position < stop) {
          differs |= (view.getInt32(position, true) ^ words[word]) << ((4 - stop + position) << 3);
        }
        if (differs !== 0) continue;
        isText = words[edge + 2] === 1;
        const target = words[edge + 1];
        if (!isText && target !== FINISH && isOtherEdge(bytes[stop])) continue;
        next = target;
        at = stop;
        break;
      }
      if (next === MISS) {
        next = this.#step(batch, node, at, to);
        if (next === MISS) return -1;
        at = this.#valueAt;
        isText = this.#isText;
      }
      if (next === FINISH) {
        batch.fieldCount = field;
        return at;
      }
      node = next;
      const key = graph.key[node];
      const role = graph.role[node];
      const which = role & 255;

      const from = at;
      let kind = TEXT;
      let end = at;
      if (isText) {
        if (which === TIME || which === TRACE) {
          end = which === TIME
            ? roles.takeQuotedTime(batch, row, role, key, from, to)
            : roles.takeQuotedTrace(batch, row, role, key, from, to);
          if (end > 0) {
            at = end + 1;
            continue;
          }
          end = from;
        }
        // Looks for the quote four bytes at a time. Seven bits of a byte that is a quote or a backslash fold to
        // zero (0x22 ^ 0x22 = 0, 0x5c ^ 0x22 = 0x7e, and two more of either leave only bits that are masked).
        for (;;) {
          if (end >= to) return -1;
          let found = (((view.getInt32(end, true) ^ QUOTES) & LOW_BITS) + TWOS & FOLDED) - ONES & HIGH_BITS;
          if (found === 0) {
            end += 4;
            found = (((view.getInt32(end, true) ^ QUOTES) & LOW_BITS) + TWOS & FOLDED) - ONES & HIGH_BITS;
            if (found === 0) {
              end += 4;
              continue;
            }
          }
          end += (31 - Math.clz32(found & -found)) >> 3;
          const byte = bytes[end];
          if (byte === 0x22) break;
          if (byte === 0x5c) {
            kind = ESCAPED;
            end++;
          }
          end++;
        }
        if (end >= to) return -1;
        at = end + 1;
      } else {
        let byte = bytes[end];
        if (byte - 49 >>> 0 < 9) {
          kind = INT;
          do byte = bytes[++end]; while (byte - 48 >>> 0 < 10);
          if (end > to) return -1;
          if (byte === 0x2e || byte === 0x65 || byte === 0x45) {
            end = numberEnd(bytes, from, to);
            kind = numberKind;
          }
        } else {
          end = this.#otherValue(bytes, from, to);
          kind = this.#kind;
        }
        if (end < 0) return -1;
        at = end;
      }

      if (which === ATTRIBUTE || which === SERVICE || which === HOST) {
        if (field === fieldKey.length) {
          batch.fieldCount = field;
          batch.addField(key, from, end, kind);
          ({ fieldKey, fieldStart, fieldEnd, fieldKind } = batch);
        } else {
          fieldKey[field] = key;
          fieldStart[field] = from;
          fieldEnd[field] = end;
          fieldKind[field] = kind;
        }
        if (which === SERVICE) roles.takeService(batch, row, role, field);
        else if (which === HOST) roles.takeHost(batch, row, role, field);
        field++;
      } else {
        batch.fieldCount = field;
        roles.take(batch, row, role, key, from, end, kind);
        if (batch.fieldCount !== field) {
          field = batch.fieldCount;
          ({ fieldKey, fieldStart, fieldEnd, fieldKind } = batch);
        }
      }
    }
  }

  #kind = TEXT;

  /** The index after a value that is no string and no common number, its kind in `#kind`; -1 if there is none. */
  #otherValue(bytes: Uint8Array, at: number, to: number): number {
    if (at >= to) return -1;
    switch (bytes[at]) {
      case 0x74:
        this.#kind = BOOL;
        return wordEnd(bytes, at, to, TRUE);
      case 0x66:
        this.#kind = BOOL;
        return wordEnd(bytes, at, to, FALSE);
      case 0x6e:
        this.#kind = NULL;
        return wordEnd(bytes, at, to, NULL_WORD);
      case 0x5b:
      case 0x7b:
        this.#kind = NESTED;
        this.#outline.reset();
        return this.#outline.walk(bytes, at, to);
      default: {
        const end = numberEnd(bytes, at, to);
        this.#kind = numberKind;
        return end;
      }
    }
  }

  /** Reads what stands between two values without a known edge, and learns it. */
  #step(batch: Batch, node: number, start: number, to: number): number {
    const { bytes, view } = batch;
    const graph = this.#graph;
    let object = node === 0 ? 0 : graph.parent[node];
    let at = skipSpace(bytes, start, to);
    let isFirst = node === 0;
    if (isFirst) {
      if (at >= to || bytes[at] !== 0x7b) return MISS;
      at = skipSpace(bytes, at + 1, to);
    }
    for (;;) {
      if (at >= to) return MISS;
      if (bytes[at] === 0x7d && (!isFirst || object === 0)) {
        at++;
        if (object === 0) {
          graph.learn(node, FINISH, false, view, start, at);
          this.#valueAt = at;
          return FINISH;
        }
        object = graph.parent[object];
        isFirst = false;
        at = skipSpace(bytes, at, to);
        continue;
      }
      if (!isFirst) {
        if (bytes[at] !== 0x2c) return MISS;
        at = skipSpace(bytes, at + 1, to);
      }
      if (at >= to || bytes[at] !== 0x22) return MISS;
      const keyFrom = at + 1;
      const keyTo = stringEnd(bytes, keyFrom, to);
      if (keyTo < 0) return MISS;
      at = skipSpace(bytes, keyTo + 1, to);
      if (at >= to || bytes[at] !== 0x3a) return MISS;
      at = skipSpace(bytes, at + 1, to);
      if (at >= to) return MISS;
      const child = this.#child(batch, object, keyFrom, keyTo);
      if (bytes[at] === 0x7b && graph.depth[child] < MAX_DEPTH && !isEmptyObject(bytes, at, to)) {
        object = child;
        isFirst = true;
        at = skipSpace(bytes, at + 1, to);
        continue;
      }
      this.#isText = bytes[at] === 0x22;
      if (this.#isText) at++;
      this.#valueAt = at;
      if (bytes[at] !== 0x7b) graph.learn(node, child, this.#isText, view, start, at);
      return child;
    }
  }

  #child(batch: Batch, object: number, from: number, to: number): number {
    const { bytes, view } = batch;
    if (!hasEscape(bytes, from, to)) return this.#graph.child(object, bytes, view, from, to);
    if (this.#scratch.length < to - from + 8) {
      this.#scratch = new Uint8Array((to - from) * 2 + 8);
      this.#scratchView = new DataView(this.#scratch.buffer);
    }
    const end = unescapeInto(this.#scratch, 0, bytes, from, to);
    return this.#graph.child(object, this.#scratch, this.#scratchView, 0, end);
  }
}

function isEmptyObject(bytes: Uint8Array, at: number, to: number): boolean {
  const next = skipSpace(bytes, at + 1, to);
  return next < to && bytes[next] === 0x7d;
}
