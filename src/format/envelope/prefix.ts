import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";
import { JOINS, type LineFormat, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import {
  bracketEnd,
  hashOf,
  isBlank,
  isLower,
  isText,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const SLASH = 0x2f, DASH = 0x2d, BAR = 0x7c, BRACE = 0x7b, OPEN = 0x5b;

/** What the prefix was. */
const KUBECTL = 1;
const COMPOSE = 2;
const STERN = 3;
const TIMESTAMP = 4;

/**
 * What `kubectl logs`, `docker compose logs` and stern put before each line:
 * `[pod/name/container] 2026-11-20T08:00:00.123456789Z line`, `name-1  | line`, `pod container line`, or
 * the time of `--timestamps` alone.
 */
export class PrefixFormat implements LineFormat {
  readonly name = "prefix";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  readonly #amend: (row: number) => void;
  #batch: Batch | null = null;
  #kind = 0;
  /** Hash of the container that the line before came from. */
  #source = 0;
  #podFrom = 0;
  #podTo = 0;
  #containerFrom = 0;
  #containerTo = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#amend = (row) => this.#addFields(row);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (to - from < 5) return NO;
    this.#time.clear();
    this.#kind = 0;
    const first = bytes[from];
    let at = -1;
    if (first === OPEN) at = this.#kubectl(batch, from, to);
    else if (isDigit(first)) at = this.#timestamp(batch, from, to);
    if (at < 0 && (isLower(first) || isDigit(first))) at = this.#compose(batch, from, to);
    if (at < 0) return NO;
    const range = this.#range;
    range.from = from;
    range.to = to;
    range.innerFrom = at;
    range.innerTo = to;
    this.#batch = batch;
    this.#keys.fresh();
    const verdict = readInside(batch, this.#context, range, this.#amend);
    const before = this.#source;
    if (this.#kind !== TIMESTAMP) {
      this.#source = hashOf(bytes, from, Math.max(this.#podTo, this.#containerTo));
    }
    if (verdict !== JOINS || this.#kind === TIMESTAMP || before === this.#source) return verdict;
    // What one container writes does not go on with the record of another.
    return this.#readAlone(batch);
  }

  #readAlone(batch: Batch): Verdict {
    const { from, to, innerFrom, innerTo } = this.#range;
    const row = batch.begin(from, to);
    batch.bodyFrom[row] = innerFrom;
    batch.bodyTo[row] = innerTo;
    this.#addFields(row);
    batch.commit();
    return YES;
  }

  /** `[pod/name/container] `, `[pod/name] ` */
  #kubectl(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (!isText(bytes, from, to, "[pod/")) return -1;
    const end = bracketEnd(bytes, from, to);
    if (end < 0 || (end < to && bytes[end] !== SPACE)) return -1;
    this.#podFrom = from + 5;
    this.#podTo = this.#podFrom;
    while (this.#podTo < end - 1 && bytes[this.#podTo] !== SLASH) this.#podTo++;
    this.#containerFrom = Math.min(this.#podTo + 1, end - 1);
    this.#containerTo = end - 1;
    this.#kind = KUBECTL;
    return this.#optionalTime(batch, Math.min(end + 1, to), to);
  }

  /** The time that the tool itself adds: nine digits of a second, and the zone. */
  #optionalTime(batch: Batch, at: number, to: number): number {
    const { bytes } = batch;
    if (to - at < 21 || !isDigit(bytes[at]) || bytes[at + 10] !== 0x54) return at;
    const end = this.#time.read(batch, at, to, this.#context);
    if (end >= 0 && end < to && bytes[end] === SPACE && batch.fraction[batch.count] >= 7) return end + 1;
    this.#time.clear();
    return at;
  }

  /** The time of `--timestamps` before a line that has a head of its own. */
  #timestamp(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (to - from < 32 || bytes[from + 10] !== 0x54 || bytes[from + 19] !== 0x2e) return -1;
    const at = this.#optionalTime(batch, from, to);
    if (at === from || at >= to) return -1;
    const first = bytes[at];
    const headed = isDigit(first) || first === BRACE || first === OPEN || first === 0x3c ||
      isPair(bytes, at, to) ||
      isKlog(bytes, at, to);
    if (!headed) return -1;
    this.#kind = TIMESTAMP;
    return at;
  }

  /** `web-1  | ` and `deploy-5d8f7c9b4-x2x4z container ` */
  #compose(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    let end = from;
    while (end < to && isNameByte(bytes[end])) end++;
    if (end === from || end >= to || bytes[end] !== SPACE) return -1;
    const bar = skipBlanks(bytes, end, to);
    if (bar < to && bytes[bar] === BAR && (bar + 1 === to || bytes[bar + 1] === SPACE)) {
      let digits = end;
      while (digits > from && isDigit(bytes[digits - 1])) digits--;
      if (
        digits === end || digits - 1 <= from || (bytes[digits - 1] !== DASH && bytes[digits - 1] !== 0x5f)
      ) return -1;
      this.#containerFrom = from;
      this.#containerTo = end;
      this.#podFrom = from;
      this.#podTo = digits - 1;
      this.#kind = COMPOSE;
      return this.#optionalTime(batch, Math.min(bar + 2, to), to);
    }
    if (bar !== end + 1 || !isPodName(bytes, from, end)) return -1;
    const container = tokenEnd(bytes, bar, to);
    if (container >= to) return -1;
    for (let at = bar; at < container; at++) if (!isNameByte(bytes[at]) || bytes[at] === 0x2e) return -1;
    this.#podFrom = from;
    this.#podTo = end;
    this.#containerFrom = bar;
    this.#containerTo = container;
    this.#kind = STERN;
    return this.#optionalTime(batch, container + 1, to);
  }

  #addFields(row: number): void {
    const batch = this.#batch!;
    const { id } = this.#keys;
    this.#time.give(batch, row);
    if (this.#kind === TIMESTAMP) return;
    if (this.#kind === COMPOSE) {
      batch.addField(id.containerName, this.#containerFrom, this.#containerTo, TEXT);
      if (batch.service[row] < 0) {
        batch.service[row] = batch.addField(id.service, this.#podFrom, this.#podTo, TEXT);
      }
      return;
    }
    if (this.#podTo > this.#podFrom) batch.addField(id.pod, this.#podFrom, this.#podTo, TEXT);
    if (this.#containerTo > this.#containerFrom) {
      batch.addField(id.container, this.#containerFrom, this.#containerTo, TEXT);
    }
  }
}

function isNameByte(byte: number): boolean {
  return isLower(byte) || isDigit(byte) || byte === DASH || byte === 0x5f || byte === 0x2e;
}

/** Letters and digits that Kubernetes makes names of: no vowels, no 0, 1, 3. */
const RANDOM = new Set([..."bcdfghjklmnpqrstvwxz2456789"].map((letter) => letter.charCodeAt(0)));

/** `name-5d8f7c9b4-x2x4z` of a deployment, `name-x2x4z` of a set of daemons or a job. */
function isPodName(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 9 || bytes[to - 6] !== DASH) return false;
  let digits = 0;
  for (let at = to - 5; at < to; at++) {
    if (!RANDOM.has(bytes[at])) return false;
    if (isDigit(bytes[at])) digits++;
  }
  let hash = to - 7;
  while (hash > from && RANDOM.has(bytes[hash])) hash--;
  return digits > 0 || (bytes[hash] === DASH && to - 7 - hash >= 8);
}

function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (isLower(bytes[at]) || bytes[at] === 0x5f)) at++;
  return at > from && at < to && bytes[at] === 0x3d;
}

function isKlog(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 20 < to && "IWEF".includes(String.fromCharCode(bytes[at])) && isDigit(bytes[at + 1]) &&
    isDigit(bytes[at + 4]) && isBlank(bytes[at + 5]);
}
