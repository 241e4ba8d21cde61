import type { Batch } from "../record/batch.ts";
import { JsonObject } from "./json_object.ts";
import { BROKEN, JsonOutline, OPEN } from "./json_outline.ts";
import { skipSpace } from "./json_token.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { RoleCollector } from "./role_collector.ts";

const BRACE = 0x7b;
const BRACKET = 0x5b;
const NEWLINE = 10;
/** Bytes before the end of what was walked over that must be the same for the walk to go on from there. */
const MARK_BYTES = 24;

/**
 * JSON records: an object a line, an object over several lines, or an array of objects. The names of the
 * fields decide what is the time, the severity, the body (`field_roles.ts`).
 */
export class JsonFormat implements LineFormat {
  readonly name = "json";
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #object: JsonObject;
  readonly #outline = new JsonOutline();
  /** How far the outline of an unfinished value has come, and the bytes before that place. */
  #walked = 0;
  readonly #mark = new Uint8Array(MARK_BYTES);
  #markLength = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#roles = new RoleCollector(context);
    this.#object = new JsonObject(this.#roles);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const start = skipSpace(batch.bytes, from, to);
    if (start === to) return NO;
    const first = batch.bytes[start];
    if (first === BRACE) {
      const side = batch.side;
      const row = batch.begin(from, to);
      this.#roles.start();
      const end = this.#object.read(batch, row, start, to);
      if (end >= 0 && skipSpace(batch.bytes, end, to) === to && !this.#roles.isEnvelope) {
        this.#roles.finish(batch, row);
        batch.commit();
        return YES;
      }
      batch.abandon();
      batch.side = side;
      return end >= 0 ? NO : this.#outlineOf(batch, start, to) === OPEN ? PARTIAL : NO;
    }
    if (first !== BRACKET) return NO;
    const end = this.#outlineOf(batch, start, to);
    if (end === OPEN) return PARTIAL;
    if (end === BROKEN || skipSpace(batch.bytes, end, to) !== to) return NO;
    return this.#readArray(batch, from, start, to);
  }

  /** Walks over the value that begins at `start`, from where the last call for the same text ended. */
  #outlineOf(batch: Batch, start: number, to: number): number {
    const { bytes } = batch;
    let at = start + this.#walked;
    if (this.#walked === 0 || at > to || !this.#isMarked(bytes, at)) {
      this.#outline.reset();
      at = start;
    } else if (startsAnew(bytes, start, at, to)) {
      this.#walked = 0;
      return BROKEN;
    }
    const end = this.#outline.walk(bytes, at, to);
    this.#walked = end === OPEN ? to - start : 0;
    this.#markLength = Math.min(MARK_BYTES, this.#walked);
    for (let index = 0; index < this.#markLength; index++) {
      this.#mark[index] = bytes[to - this.#markLength + index];
    }
    return end;
  }

  #isMarked(bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < this.#markLength; index++) {
      if (bytes[at - this.#markLength + index] !== this.#mark[index]) return false;
    }
    return true;
  }

  /** Makes a record of each object of an array that is whole; NO if it holds anything else or nothing. */
  #readArray(batch: Batch, from: number, start: number, to: number): Verdict {
    if (!this.#holdsObjects(batch.bytes, start, to)) return NO;
    const { bytes } = batch;
    let at = skipSpace(bytes, start + 1, to);
    for (let part = 0; bytes[at] === BRACE; part++) {
      if (batch.full) this.#context.handOver(batch);
      const row = batch.begin(from, to);
      this.#roles.start();
      const end = this.#object.read(batch, row, at, to);
      batch.part[row] = part;
      if (batch.bodyFrom[row] === from && batch.bodyTo[row] === to) {
        batch.bodyFrom[row] = at;
        batch.bodyTo[row] = end;
      }
      this.#roles.finish(batch, row);
      batch.commit();
      // Behind an object stands a comma or the end: the outline has seen it.
      at = skipSpace(bytes, skipSpace(bytes, end, to) + 1, to);
    }
    return YES;
  }

  #holdsObjects(bytes: Uint8Array, start: number, to: number): boolean {
    let at = skipSpace(bytes, start + 1, to);
    if (at >= to || bytes[at] !== BRACE) return false;
    while (at < to && bytes[at] === BRACE) {
      this.#outline.reset();
      const end = this.#outline.walk(bytes, at, to);
      const after = skipSpace(bytes, end, to);
      if (bytes[after] !== 0x2c) return true;
      at = skipSpace(bytes, after + 1, to);
    }
    return false;
  }
}

/**
 * Whether a new record begins in the line at `at` where the one before it was cut: it begins with a brace
 * without an indent, which a value printed over several lines does not, unless its own brace stood alone.
 */
function startsAnew(bytes: Uint8Array, start: number, at: number, to: number): boolean {
  const line = bytes[at] === NEWLINE ? at + 1 : at;
  return line < to && bytes[line] === BRACE && bytes[start] === BRACE && bytes[start + 1] !== NEWLINE;
}
