import type { Batch } from "./batch.ts";
import type { KeyTable } from "./key_table.ts";

/** Numbers at the front, the time of receipt (of eight bytes) among them; the names follow, then the columns. */
const HEAD = 14;
const RECEIVED = 6;
const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What goes along: all that is known of records, or what analyzers look at. */
export type Extent = "records" | "analysis";

/** The columns of ranges and numbers of four bytes, those of one byte, and those of eight. */
function wordsOf(batch: Batch, extent: Extent): Int32Array[] {
  const { bodyFrom, bodyTo, fieldFrom, fieldTo, resource, scope, service, host } = batch;
  const analysed = [bodyFrom, bodyTo, fieldFrom, fieldTo, resource, scope, service, host];
  if (extent === "analysis") return analysed;
  return [
    ...analysed,
    batch.nanos,
    batch.timeFrom,
    batch.timeTo,
    batch.severityFrom,
    batch.severityTo,
    batch.traceFrom,
    batch.traceTo,
    batch.spanFrom,
    batch.spanTo,
    batch.rawFrom,
    batch.rawTo,
    batch.part,
  ];
}

function bytesOf(batch: Batch, extent: Extent): Uint8Array[] {
  const { severity, bodyKind, fraction, flags, format } = batch;
  return extent === "analysis" ? [severity, bodyKind] : [severity, bodyKind, fraction, flags, format];
}

function doublesOf(batch: Batch, extent: Extent): Float64Array[] {
  const { time, line, offset } = batch;
  return extent === "analysis" ? [time, line] : [time, line, offset];
}

function groupsOf(batch: Batch): number[][] {
  return [batch.groupFrom, batch.groupTo, batch.groupRawFrom, batch.groupRawTo];
}

/**
 * Writes a batch into one buffer that another thread can read: rows, fields, groups, the bytes they stand in, the side
 * area. `bufferOf` gives a buffer of so many bytes or more, a multiple of eight. The names of keys from number `known`
 * on go along, see `takeNames`.
 */
export function packBatch<T extends ArrayBufferLike>(
  batch: Batch,
  bufferOf: (bytes: number) => T,
  extent: Extent = "records",
  known = batch.keys.names.length,
): T {
  const { count, fieldCount, sideFrom, side, keys } = batch;
  const words = wordsOf(batch, extent);
  const columns = bytesOf(batch, extent);
  const doubles = doublesOf(batch, extent);
  const groups = groupsOf(batch);
  const pieces = piecesOf(batch);
  const names = known === keys.names.length
    ? NOTHING
    : encoder.encode(JSON.stringify(keys.names.slice(known)));
  let input = 0;
  for (let at = 0; at < pieces.length; at += 2) input += pieces[at + 1] - pieces[at] + 7;
  const front = HEAD + (names.length + 7 >> 3) * 2;
  const numbers = front + doubles.length * 2 * count + words.length * even(count) + 3 * even(fieldCount) +
    groups.length * batch.groupTo.length + pieces.length;
  const packet = bufferOf(
    numbers * 4 + columns.length * (count + 7) + fieldCount + 7 + input + side - sideFrom + 7,
  );
  const ints = new Int32Array(packet);
  ints.set([
    count,
    fieldCount,
    batch.groupTo.length,
    pieces.length,
    sideFrom,
    side,
    batch.source,
    keys.generation,
    known,
    names.length,
    extent === "analysis" ? 1 : 0,
  ]);
  const bytes = new Uint8Array(packet);
  bytes.set(names, HEAD * 4);
  // What takes eight bytes comes first, where eight bytes are aligned.
  const eights = new Float64Array(packet);
  eights[RECEIVED] = batch.received;
  let at = front >> 1;
  for (const column of doubles) {
    eights.set(column.subarray(0, count), at);
    at += count;
  }
  at *= 2;
  for (const column of words) {
    ints.set(column.subarray(0, count), at);
    at += even(count);
  }
  for (const column of [batch.fieldKey, batch.fieldStart, batch.fieldEnd]) {
    ints.set(column.subarray(0, fieldCount), at);
    at += even(fieldCount);
  }
  for (const column of [...groups, pieces]) {
    ints.set(column, at);
    at += column.length;
  }
  at *= 4;
  for (const column of columns) {
    at = alignedLike(0, at);
    bytes.set(column.subarray(0, count), at);
    at += count;
  }
  at = alignedLike(0, at);
  bytes.set(batch.fieldKind.subarray(0, fieldCount), at);
  at += fieldCount;
  for (let piece = 0; piece < pieces.length; piece += 2) {
    at = alignedLike(pieces[piece], at);
    bytes.set(batch.bytes.subarray(pieces[piece], pieces[piece + 1]), at);
    at += pieces[piece + 1] - pieces[piece];
  }
  bytes.set(batch.bytes.subarray(sideFrom, side), alignedLike(sideFrom, at));
  return packet;
}

/**
 * Fills an emptied batch, which must have the same room for input as the one that was packed, with what a packet
 * holds. `keyOf` are the numbers of that batch's keys in this one's table, null if they are the same.
 */
export function unpackBatch(packet: ArrayBufferLike, batch: Batch, keyOf: Int32Array | null): void {
  const ints = new Int32Array(packet);
  const [count, fieldCount, groupCount, pieceCount, sideFrom, side, source, , , nameBytes, isPart] = ints;
  const extent = isPart === 1 ? "analysis" : "records";
  if (sideFrom !== batch.sideFrom) {
    throw new RangeError("The batch has other room for input than the packed one");
  }
  batch.fill(count, fieldCount);
  batch.source = source;
  const eights = new Float64Array(packet);
  batch.received = eights[RECEIVED];
  let at = (HEAD >> 1) + (nameBytes + 7 >> 3);
  for (const column of doublesOf(batch, extent)) {
    column.set(eights.subarray(at, at + count));
    at += count;
  }
  at *= 2;
  for (const column of wordsOf(batch, extent)) {
    column.set(ints.subarray(at, at + count));
    at += even(count);
  }
  const { fieldKey } = batch;
  for (const column of [fieldKey, batch.fieldStart, batch.fieldEnd]) {
    column.set(ints.subarray(at, at + fieldCount));
    at += even(fieldCount);
  }
  if (keyOf !== null) {
    for (let field = 0; field < fieldCount; field++) fieldKey[field] = keyOf[fieldKey[field]];
  }
  for (const column of groupsOf(batch)) {
    for (let group = 0; group < groupCount; group++) column.push(ints[at++]);
  }
  const pieces = ints.subarray(at, at + pieceCount);
  const bytes = new Uint8Array(packet);
  at = (at + pieceCount) * 4;
  for (const column of bytesOf(batch, extent)) {
    at = alignedLike(0, at);
    column.set(bytes.subarray(at, at + count));
    at += count;
  }
  at = alignedLike(0, at);
  batch.fieldKind.set(bytes.subarray(at, at + fieldCount));
  at += fieldCount;
  for (let piece = 0; piece < pieceCount; piece += 2) {
    const length = pieces[piece + 1] - pieces[piece];
    at = alignedLike(pieces[piece], at);
    batch.bytes.set(bytes.subarray(at, at + length), pieces[piece]);
    at += length;
  }
  at = alignedLike(sideFrom, at);
  batch.bytes.set(bytes.subarray(at, at + side - sideFrom), sideFrom);
  batch.side = side;
}

/**
 * Takes over the names that came along in a packet: `keys`, which takes names from packets only, then numbers as the
 * packed batch's table does.
 */
export function takeNames(packet: ArrayBufferLike, keys: KeyTable): void {
  const [, , , , , , , generation, known, bytes] = new Int32Array(packet, 0, HEAD);
  keys.generation = generation;
  keys.names.length = known;
  if (bytes === 0) return;
  // Text in shared memory must be copied to be decoded.
  const text = decoder.decode(new Uint8Array(packet, HEAD * 4, bytes).slice());
  for (const name of JSON.parse(text)) keys.names.push(name);
}

/** What is copied to or from shared memory is copied word by word only where both ends are aligned alike. */
function even(count: number): number {
  return (count + 1) & ~1;
}

/** The next place from `at` on that stands in its eight bytes as `like` does. */
function alignedLike(like: number, at: number): number {
  return at + ((like - at) & 7);
}

/** Where the input's bytes stand that the batch means: those of its groups, and those of its rows. */
function piecesOf(batch: Batch): number[] {
  const { count, groupRawFrom, groupRawTo, sideFrom } = batch;
  const pieces: number[] = [];
  for (let group = 0; group < groupRawTo.length; group++) {
    if (groupRawFrom[group] < sideFrom) pieces.push(groupRawFrom[group], groupRawTo[group]);
  }
  if (count === 0) return pieces;
  const { rawFrom, bodyFrom, bodyTo, fieldFrom, fieldTo, fieldStart, fieldEnd } = batch;
  let from = rawFrom[0];
  let to = batch.rawEnd();
  // A part of a record may stand in a line before it that is no record.
  for (let row = 0; row < count; row++) {
    if (bodyFrom[row] < from) from = bodyFrom[row];
    if (bodyTo[row] > to && bodyTo[row] < sideFrom) to = bodyTo[row];
    for (let field = fieldFrom[row]; field < fieldTo[row]; field++) {
      if (fieldStart[field] < from) from = fieldStart[field];
      if (fieldEnd[field] > to && fieldEnd[field] < sideFrom) to = fieldEnd[field];
    }
  }
  pieces.push(from, to);
  return pieces;
}
