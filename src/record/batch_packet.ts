import type { Batch } from "./batch.ts";

const HEAD = 6;

/** The columns that hold ranges and numbers of four bytes, and those of one byte. */
function wordsOf(batch: Batch): Int32Array[] {
  return [
    batch.nanos,
    batch.timeFrom,
    batch.timeTo,
    batch.severityFrom,
    batch.severityTo,
    batch.bodyFrom,
    batch.bodyTo,
    batch.traceFrom,
    batch.traceTo,
    batch.spanFrom,
    batch.spanTo,
    batch.fieldFrom,
    batch.fieldTo,
    batch.resource,
    batch.scope,
    batch.service,
    batch.host,
    batch.rawFrom,
    batch.rawTo,
    batch.part,
  ];
}

function bytesOf(batch: Batch): Uint8Array[] {
  return [batch.fraction, batch.severity, batch.bodyKind, batch.flags];
}

/**
 * Writes a batch into one buffer that another thread can read: rows, fields, groups, the bytes of the rows
 * and of their groups, the side area. Not in it: source, `received`, and the columns that whoever counts the
 * records fills (`format`, `line`, `offset`). `bufferOf` gives a buffer of so many bytes or more, a multiple of eight.
 */
export function packBatch<T extends ArrayBufferLike>(batch: Batch, bufferOf: (bytes: number) => T): T {
  const { count, fieldCount, sideFrom, side } = batch;
  const groups = batch.groupTo.length;
  const words = wordsOf(batch);
  const columns = bytesOf(batch);
  const pieces = piecesOf(batch);
  let input = 0;
  for (let at = 0; at < pieces.length; at += 2) input += pieces[at + 1] - pieces[at];
  const numbers = HEAD + 2 * count + words.length * count + 3 * fieldCount + 4 * groups + pieces.length;
  const packet = bufferOf(
    numbers * 4 + columns.length * count + fieldCount + input + side - sideFrom,
  );
  const ints = new Int32Array(packet);
  ints.set([count, fieldCount, groups, pieces.length, sideFrom, side]);
  // The times come first, where eight bytes are aligned.
  new Float64Array(packet, HEAD * 4, count).set(batch.time.subarray(0, count));
  let at = HEAD + 2 * count;
  for (const column of words) {
    ints.set(column.subarray(0, count), at);
    at += count;
  }
  for (const column of [batch.fieldKey, batch.fieldStart, batch.fieldEnd]) {
    ints.set(column.subarray(0, fieldCount), at);
    at += fieldCount;
  }
  for (const column of [batch.groupFrom, batch.groupTo, batch.groupRawFrom, batch.groupRawTo, pieces]) {
    ints.set(column, at);
    at += column.length;
  }
  const bytes = new Uint8Array(packet);
  at *= 4;
  for (const column of columns) {
    bytes.set(column.subarray(0, count), at);
    at += count;
  }
  bytes.set(batch.fieldKind.subarray(0, fieldCount), at);
  at += fieldCount;
  for (let piece = 0; piece < pieces.length; piece += 2) {
    bytes.set(batch.bytes.subarray(pieces[piece], pieces[piece + 1]), at);
    at += pieces[piece + 1] - pieces[piece];
  }
  bytes.set(batch.bytes.subarray(sideFrom, side), at);
  return packet;
}

/**
 * Fills an emptied batch, which must have the same room for input as the one that was packed, with what a packet
 * holds. `keyOf` are the numbers of that batch's keys in this one's table.
 */
export function unpackBatch(packet: ArrayBufferLike, batch: Batch, keyOf: Int32Array): void {
  const ints = new Int32Array(packet);
  const [count, fieldCount, groups, pieceCount, sideFrom, side] = ints;
  if (sideFrom !== batch.sideFrom) {
    throw new RangeError("The batch has other room for input than the packed one");
  }
  for (let row = 0; row < count; row++) {
    batch.begin(0, 0);
    batch.commit();
  }
  batch.time.set(new Float64Array(packet, HEAD * 4, count));
  let at = HEAD + 2 * count;
  for (const column of wordsOf(batch)) {
    column.set(ints.subarray(at, at + count));
    at += count;
  }
  const fields = at;
  at += 3 * fieldCount;
  const columns = [batch.groupFrom, batch.groupTo, batch.groupRawFrom, batch.groupRawTo];
  for (const column of columns) {
    for (let group = 0; group < groups; group++) column.push(ints[at++]);
  }
  const pieces = ints.subarray(at, at + pieceCount);
  const bytes = new Uint8Array(packet);
  at = (at + pieceCount) * 4;
  for (const column of bytesOf(batch)) {
    column.set(bytes.subarray(at, at + count));
    at += count;
  }
  for (let field = 0; field < fieldCount; field++) {
    const start = ints[fields + fieldCount + field];
    const end = ints[fields + 2 * fieldCount + field];
    batch.addField(keyOf[ints[fields + field]], start, end, bytes[at + field]);
  }
  at += fieldCount;
  for (let piece = 0; piece < pieceCount; piece += 2) {
    const length = pieces[piece + 1] - pieces[piece];
    batch.bytes.set(bytes.subarray(at, at + length), pieces[piece]);
    at += length;
  }
  batch.bytes.set(bytes.subarray(at, at + side - sideFrom), sideFrom);
  batch.side = side;
}

/** Where the input's bytes stand that the batch means: those of its groups, and from its first row to its last. */
function piecesOf(batch: Batch): number[] {
  const { count, rawFrom, rawTo, groupRawFrom, groupRawTo, sideFrom } = batch;
  const pieces: number[] = [];
  for (let group = 0; group < groupRawTo.length; group++) {
    if (groupRawFrom[group] < sideFrom) pieces.push(groupRawFrom[group], groupRawTo[group]);
  }
  if (count > 0) pieces.push(rawFrom[0], rawTo[count - 1]);
  return pieces;
}
