import type { Batch } from "../record/batch.ts";
import * as batchConstants from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";

const { SLACK } = batchConstants;

/**
 * Bytes of a packed batch at the most: its bytes (11 MB), and a field for every four of them. What is not touched takes
 * no memory.
 */
export const SLOT_BYTES = 48 << 20;

/** Numbers before the columns of a packed batch, see `pack`. */
const HEAD = 16;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOTHING = new Uint8Array();

/**
 * A batch as bytes in memory that two threads share: what analyzers look at, and nothing else. Ranges stay as they are:
 * unpacked, the bytes stand where they stood.
 */
export class PackedBatch {
  readonly #bytes: Uint8Array;
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;
  /** Bytes written or read so far. */
  #at = 0;

  constructor(memory: SharedArrayBuffer, from: number) {
    this.#bytes = new Uint8Array(memory, from, SLOT_BYTES);
    this.#ints = new Int32Array(memory, from, SLOT_BYTES >> 2);
    this.#doubles = new Float64Array(memory, from, SLOT_BYTES >> 3);
  }

  /** Writes a batch; `known`: how many names of its keys the reader has. */
  pack(batch: Batch, known: number): void {
    const { count, fieldCount, keys } = batch;
    const { from, to } = inputOf(batch);
    const sideBytes = batch.side - batch.sideFrom;
    const groups = batch.groupFrom.length;
    const names = keys.names.length === known
      ? NOTHING
      : encoder.encode(JSON.stringify(keys.names.slice(known)));
    this.#ints.set([
      count,
      batch.source,
      fieldCount,
      groups,
      from,
      to,
      sideBytes,
      keys.generation,
      known,
      names.length,
    ]);
    this.#at = HEAD * 4;
    this.#doubles[this.#at >> 3] = batch.received;
    this.#at += 8;
    this.#putDoubles(batch.time, count);
    this.#putDoubles(batch.line, count);
    for (const column of intColumns(batch)) this.#putInts(column, count);
    for (const column of [batch.fieldKey, batch.fieldStart, batch.fieldEnd]) {
      this.#putInts(column, fieldCount);
    }
    this.#putInts(batch.groupFrom, groups);
    this.#putInts(batch.groupTo, groups);
    this.#putBytes(batch.severity, 0, count);
    this.#putBytes(batch.bodyKind, 0, count);
    this.#putBytes(batch.fieldKind, 0, fieldCount);
    this.#putBytes(names, 0, names.length);
    this.#putBytes(batch.bytes, from, to);
    this.#putBytes(batch.bytes, batch.sideFrom, batch.side);
  }

  /** Reads what `pack` wrote into a batch of the same size. */
  unpack(batch: Batch): void {
    const [count, source, fieldCount, groups, from, to, sideBytes, generation, known, nameBytes] = this.#ints;
    this.#at = HEAD * 4;
    batch.received = this.#doubles[this.#at >> 3];
    this.#at += 8;
    batch.count = count;
    batch.source = source;
    batch.reserveFields(fieldCount);
    batch.fieldCount = fieldCount;
    this.#takeDoubles(batch.time, count);
    this.#takeDoubles(batch.line, count);
    for (const column of intColumns(batch)) this.#takeInts(column, count);
    for (const column of [batch.fieldKey, batch.fieldStart, batch.fieldEnd]) {
      this.#takeInts(column, fieldCount);
    }
    for (const ends of [batch.groupFrom, batch.groupTo]) {
      ends.length = 0;
      for (let group = 0; group < groups; group++) ends.push(this.#ints[(this.#at >> 2) + group]);
      this.#at += groups * 4;
    }
    this.#takeBytes(batch.severity, 0, count);
    this.#takeBytes(batch.bodyKind, 0, count);
    this.#takeBytes(batch.fieldKind, 0, fieldCount);
    takeNames(batch.keys, generation, known, this.#bytes.slice(this.#at, this.#at + nameBytes));
    this.#at += nameBytes;
    this.#takeBytes(batch.bytes, from, to);
    this.#takeBytes(batch.bytes, batch.sideFrom, batch.sideFrom + sideBytes);
    batch.side = batch.sideFrom + sideBytes;
  }

  #putInts(column: ArrayLike<number>, count: number): void {
    const at = this.#at >> 2;
    this.#ints.set(column instanceof Int32Array ? column.subarray(0, count) : column, at);
    this.#at += count * 4;
  }

  #takeInts(into: Int32Array, count: number): void {
    const at = this.#at >> 2;
    into.set(this.#ints.subarray(at, at + count));
    this.#at += count * 4;
  }

  #putDoubles(column: Float64Array, count: number): void {
    this.#doubles.set(column.subarray(0, count), this.#at >> 3);
    this.#at += count * 8;
  }

  #takeDoubles(into: Float64Array, count: number): void {
    const at = this.#at >> 3;
    into.set(this.#doubles.subarray(at, at + count));
    this.#at += count * 8;
  }

  #putBytes(bytes: Uint8Array, from: number, to: number): void {
    this.#bytes.set(bytes.subarray(from, to), this.#at);
    this.#at += to - from;
  }

  #takeBytes(into: Uint8Array, from: number, to: number): void {
    into.set(this.#bytes.subarray(this.#at, this.#at + to - from), from);
    this.#at += to - from;
  }
}

/** The whole numbers of a record that an analyzer may ask for. */
function intColumns(batch: Batch): Int32Array[] {
  return [
    batch.bodyFrom,
    batch.bodyTo,
    batch.fieldFrom,
    batch.fieldTo,
    batch.resource,
    batch.scope,
    batch.service,
    batch.host,
  ];
}

/** The part of the input bytes that records and fields of a batch lie in, and what may be read behind it. */
function inputOf(batch: Batch): { from: number; to: number } {
  const { count, fieldCount, bodyFrom, bodyTo, fieldStart, fieldEnd, sideFrom } = batch;
  let from = sideFrom;
  let to = 0;
  for (let row = 0; row < count; row++) {
    if (bodyFrom[row] >= sideFrom) continue;
    if (bodyFrom[row] < from) from = bodyFrom[row];
    if (bodyTo[row] > to) to = bodyTo[row];
  }
  for (let field = 0; field < fieldCount; field++) {
    if (fieldStart[field] >= sideFrom) continue;
    if (fieldStart[field] < from) from = fieldStart[field];
    if (fieldEnd[field] > to) to = fieldEnd[field];
  }
  return to === 0 ? { from: 0, to: 0 } : { from, to: Math.min(to + SLACK, sideFrom) };
}

function takeNames(keys: KeyTable, generation: number, known: number, names: Uint8Array): void {
  keys.generation = generation;
  keys.names.length = known;
  if (names.length > 0) keys.names.push(...JSON.parse(decoder.decode(names)));
}
