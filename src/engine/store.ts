import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BATCH_RECORDS } = kinds;

/** Bytes of raw lines that are held at the most, whatever `log-buffer` says. */
const STORE_BYTES = 64 << 20;

/**
 * Bytes that a segment has room for, so that a slow stream fills one with many small batches, where no batch needs more.
 * A source's first segments are smaller, for there may be thousands of sources.
 */
const SEGMENT_BYTES = 64 << 10;
const FIRST_BYTES = 2 << 10;
const FIRST_RECORDS = 16;

/** Segments kept to be filled again. */
const MAX_SPARES = 4;

/** Some hundred records as they were kept: a copy of their raw bytes, and columns about them. */
interface Segment {
  bytes: Uint8Array;
  used: number;
  count: number;
  /** Sequence of the first record. */
  first: number;
  received: Float64Array;
  rawFrom: Int32Array;
  rawTo: Int32Array;
  line: Float64Array;
  /** Never falls from one record of a source to the next: what the sources are merged by. */
  order: Float64Array;
  part: Int32Array;
  format: Uint8Array;
  flags: Uint8Array;
  time: Float64Array;
  severity: Uint8Array;
  leaf: Int32Array;
  /** Groups by their place in `groupFrom`, -1 for none: where a record's raw bytes do not hold them. */
  resource: Int32Array;
  scope: Int32Array;
  groupFrom: number[];
  groupTo: number[];
}

/** One held record: its raw bytes (valid until the next `add`) and what is known of it. */
export interface HeldRecord {
  sequence: number;
  raw: Uint8Array;
  line: number;
  part: number;
  format: number;
  flags: number;
  /** As the lines before it told them, which may be more than it tells itself; NaN and 0 for none. */
  time: number;
  severity: number;
  leaf: number;
  received: number;
  /** Raw bytes of its groups, empty where it has none or `raw` holds them. */
  resource: Uint8Array;
  scope: Uint8Array;
}

/** Told of records that are let go: their source, number and leaves, and how to get one by its place among them. */
export type LettingGo = (
  source: number,
  count: number,
  leaves: Int32Array,
  held: (at: number) => HeldRecord,
) => void;

/** The newest records of one source, oldest first. */
class Ring {
  readonly segments: Segment[] = [];
  /** Sequence of the oldest held record and of the next to come. */
  first = 0;
  next = 0;
  bytes = 0;
  latest = -Infinity;
  /** A record had a time of its own. */
  dated = false;
}

/**
 * The newest records of each source as raw bytes, bounded in records and bytes. Records are read again by
 * their format when they are shown, so keeping one costs a copy of its bytes.
 */
export class Store {
  readonly #maxRecords: number;
  readonly #rings: Ring[] = [];
  #bytes = 0;
  /** Segments that were let go, for their arrays. */
  readonly #spares: Segment[] = [];

  readonly #lettingGo: LettingGo | null;

  /** `lettingGo` is told of each part that is let go, while it is still there. */
  constructor(maxRecords: number, lettingGo: LettingGo | null = null) {
    this.#maxRecords = maxRecords;
    this.#lettingGo = lettingGo;
  }

  /** Number of sources that anything was kept of. */
  get sources(): number {
    return this.#rings.length;
  }

  /** Epoch milliseconds of the newest record; null while nothing was kept. */
  get newest(): number | null {
    const newest = Math.max(...this.#rings.map((ring) => ring.latest));
    return newest === -Infinity ? null : newest;
  }

  /** Keeps a copy of a batch's records; `leaves` are their pattern leaves. */
  add(batch: Batch, leaves: Int32Array): void {
    const ring = this.#ring(batch.source);
    const rows = Math.min(batch.count, this.#maxRecords);
    const skipped = batch.count - rows;
    if (skipped > 0) this.#passOver(ring, batch, skipped, leaves);
    const from = batch.rawFrom[skipped];
    const size = batch.rawEnd(skipped) - from;
    const segment = this.#segmentFor(ring, size + groupBytes(batch), rows, ring.next + skipped);
    const base = segment.used - from;
    segment.bytes.set(batch.bytes.subarray(from, from + size), segment.used);
    segment.used += size;
    const { time, rawFrom, rawTo } = batch;
    let { latest } = ring;
    for (let row = skipped, at = segment.count; row < batch.count; row++, at++) {
      const own = time[row];
      if (own === own && !ring.dated) {
        // What came without a time before the first one goes with it: its receipt would keep all behind it.
        ring.dated = true;
        for (const earlier of ring.segments) {
          earlier.order.fill(own, 0, earlier === segment ? at : earlier.count);
        }
        latest = own;
      } else if (own > latest) latest = own;
      else if (!ring.dated) latest = batch.received;
      segment.order[at] = latest;
      segment.rawFrom[at] = rawFrom[row] + base;
      segment.rawTo[at] = rawTo[row] + base;
    }
    ring.latest = latest;
    const at = segment.count;
    segment.received.fill(batch.received, at, at + rows);
    segment.line.set(batch.line.subarray(skipped, batch.count), at);
    segment.part.set(batch.part.subarray(skipped, batch.count), at);
    segment.format.set(batch.format.subarray(skipped, batch.count), at);
    segment.flags.set(batch.flags.subarray(skipped, batch.count), at);
    segment.time.set(time.subarray(skipped, batch.count), at);
    segment.severity.set(batch.severity.subarray(skipped, batch.count), at);
    segment.leaf.set(leaves.subarray(skipped, batch.count), at);
    keepGroups(segment, batch, skipped, at);
    segment.count += rows;
    ring.next += batch.count;
    ring.first = Math.max(ring.first, ring.next - this.#maxRecords);
    this.#letGo(ring);
    while (this.#bytes > STORE_BYTES) this.#dropOldest(this.#largest());
  }

  /** Sequences held of a source: [first, next). */
  range(source: number): { first: number; next: number } {
    const ring = this.#rings[source];
    return ring ? { first: ring.first, next: ring.next } : { first: 0, next: 0 };
  }

  /** The order of a held record: epoch milliseconds, never falling within its source. */
  orderOf(source: number, sequence: number): number {
    const segment = this.#find(source, sequence);
    return segment.order[sequence - segment.first];
  }

  /** The time of a held record, epoch milliseconds: that of its receipt where it has none. */
  timeOf(source: number, sequence: number): number {
    const segment = this.#find(source, sequence);
    const at = sequence - segment.first;
    const own = segment.time[at];
    return own === own ? own : segment.received[at];
  }

  /** A held record; null if it was let go. */
  get(source: number, sequence: number): HeldRecord | null {
    const ring = this.#rings[source];
    if (!ring || sequence < ring.first || sequence >= ring.next) return null;
    const segment = this.#find(source, sequence);
    return heldIn(segment, sequence - segment.first);
  }

  reset(): void {
    for (const ring of this.#rings) {
      ring.segments.length = 0;
      ring.first = ring.next;
      ring.bytes = 0;
    }
    this.#bytes = 0;
  }

  /** A batch larger than the store: all that is held is let go, and its first records too. */
  #passOver(ring: Ring, batch: Batch, count: number, leaves: Int32Array): void {
    if (this.#lettingGo === null) return;
    while (ring.segments.length > 0) this.#dropOldest(ring);
    this.#lettingGo(batch.source, count, leaves, (at) => heldOf(batch, at, ring.next + at, leaves[at]));
  }

  #ring(source: number): Ring {
    while (this.#rings.length <= source) this.#rings.push(new Ring());
    return this.#rings[source];
  }

  #find(source: number, sequence: number): Segment {
    const { segments } = this.#rings[source];
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (segments[middle].first <= sequence) low = middle;
      else high = middle - 1;
    }
    return segments[low];
  }

  #letGo(ring: Ring): void {
    while (ring.segments.length > 1 && ring.segments[0].first + ring.segments[0].count <= ring.first) {
      this.#dropOldest(ring);
    }
  }

  #dropOldest(ring: Ring): void {
    const segment = ring.segments.shift()!;
    const source = this.#rings.indexOf(ring);
    this.#lettingGo?.(source, segment.count, segment.leaf, (at) => heldIn(segment, at));
    ring.bytes -= segment.bytes.length;
    this.#bytes -= segment.bytes.length;
    ring.first = Math.max(ring.first, segment.first + segment.count);
    if (this.#spares.length < MAX_SPARES) this.#spares.push(segment);
  }

  #largest(): Ring {
    return this.#rings.reduce((most, ring) => ring.bytes > most.bytes ? ring : most);
  }

  /** The ring's last segment if it has room and goes on at `first`, else a new one. */
  #segmentFor(ring: Ring, size: number, rows: number, first: number): Segment {
    const last = ring.segments.at(-1);
    if (last && last.first + last.count === first && last.count + rows <= last.order.length) {
      if (last.used + size <= last.bytes.length) return last;
    }
    const segment = this.#newSegment(last, size, rows);
    segment.used =
      segment.count =
      segment.groupFrom.length =
      segment.groupTo.length =
        0;
    segment.first = first;
    ring.segments.push(segment);
    ring.bytes += segment.bytes.length;
    this.#bytes += segment.bytes.length;
    return segment;
  }

  /** A segment with room for `size` bytes and `rows` records, and for twice those of the one before it. */
  #newSegment(before: Segment | undefined, size: number, rows: number): Segment {
    const bytes = before === undefined ? FIRST_BYTES : Math.min(2 * before.bytes.length, SEGMENT_BYTES);
    const records = before === undefined ? FIRST_RECORDS : Math.min(2 * before.order.length, BATCH_RECORDS);
    if (records === BATCH_RECORDS && bytes === SEGMENT_BYTES) {
      const spare = this.#takeSpare(size);
      if (spare !== null) return spare;
    }
    return newSegment(Math.max(size + (size >> 3), bytes), Math.max(rows, records));
  }

  #takeSpare(size: number): Segment | null {
    const fits = ({ bytes, order }: Segment) =>
      order.length === BATCH_RECORDS && bytes.length >= size && bytes.length <= 2 * size + SEGMENT_BYTES;
    const at = this.#spares.findIndex(fits);
    return at < 0 ? null : this.#spares.splice(at, 1)[0];
  }
}

function newSegment(bytes: number, records: number): Segment {
  return {
    bytes: new Uint8Array(bytes),
    used: 0,
    count: 0,
    first: 0,
    received: new Float64Array(records),
    rawFrom: new Int32Array(records),
    rawTo: new Int32Array(records),
    line: new Float64Array(records),
    order: new Float64Array(records),
    part: new Int32Array(records),
    format: new Uint8Array(records),
    flags: new Uint8Array(records),
    time: new Float64Array(records),
    severity: new Uint8Array(records),
    leaf: new Int32Array(records),
    resource: new Int32Array(records),
    scope: new Int32Array(records),
    groupFrom: [],
    groupTo: [],
  };
}

/** Bytes of a batch's groups that its records' own bytes do not hold. */
function groupBytes({ groupRawFrom, groupRawTo }: Batch): number {
  let bytes = 0;
  for (let group = 0; group < groupRawTo.length; group++) bytes += groupRawTo[group] - groupRawFrom[group];
  return bytes;
}

/** Keeps the raw bytes of a batch's groups, and for its rows from `skipped` on which of them they have. */
function keepGroups(segment: Segment, batch: Batch, skipped: number, at: number): void {
  const rows = batch.count - skipped;
  if (groupBytes(batch) === 0) {
    segment.resource.fill(-1, at, at + rows);
    segment.scope.fill(-1, at, at + rows);
    return;
  }
  const base = segment.groupFrom.length;
  for (let group = 0; group < batch.groupRawTo.length; group++) {
    const raw = batch.bytes.subarray(batch.groupRawFrom[group], batch.groupRawTo[group]);
    segment.bytes.set(raw, segment.used);
    segment.groupFrom.push(segment.used);
    segment.used += raw.length;
    segment.groupTo.push(segment.used);
  }
  for (let row = skipped; row < batch.count; row++, at++) {
    segment.resource[at] = batch.resource[row] < 0 ? -1 : batch.resource[row] + base;
    segment.scope[at] = batch.scope[row] < 0 ? -1 : batch.scope[row] + base;
  }
}

function groupOf({ bytes, groupFrom, groupTo }: Segment, group: number): Uint8Array {
  return group < 0 ? bytes.subarray(0, 0) : bytes.subarray(groupFrom[group], groupTo[group]);
}

function heldIn(segment: Segment, at: number): HeldRecord {
  return {
    sequence: segment.first + at,
    raw: segment.bytes.subarray(segment.rawFrom[at], segment.rawTo[at]),
    line: segment.line[at],
    part: segment.part[at],
    format: segment.format[at],
    flags: segment.flags[at],
    time: segment.time[at],
    severity: segment.severity[at],
    leaf: segment.leaf[at],
    received: segment.received[at],
    resource: groupOf(segment, segment.resource[at]),
    scope: groupOf(segment, segment.scope[at]),
  };
}

/** A record of a batch as it would be held. */
function heldOf(batch: Batch, row: number, sequence: number, leaf: number): HeldRecord {
  const group = (at: number) =>
    at < 0 ? batch.bytes.subarray(0, 0) : batch.bytes.subarray(batch.groupRawFrom[at], batch.groupRawTo[at]);
  return {
    sequence,
    raw: batch.bytes.subarray(batch.rawFrom[row], batch.rawTo[row]),
    line: batch.line[row],
    part: batch.part[row],
    format: batch.format[row],
    flags: batch.flags[row],
    time: batch.time[row],
    severity: batch.severity[row],
    leaf,
    received: batch.received,
    resource: group(batch.resource[row]),
    scope: group(batch.scope[row]),
  };
}
