/**
 * What is done with the counts of streams, a column at a time: short functions, which the engine compiles sooner than loops in
 * loops. Most counts are 0: they are passed over two at a time.
 */

/** Adds the counts from `from` on to those from `into` on, and empties them; `from` is even. */
export function moveCounts(counts: Uint32Array, from: number, into: number, streams: number): void {
  const pairs = pairsOf(counts, from, streams);
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs[pair] === 0) continue;
    counts[into + pair * 2] += counts[from + pair * 2];
    counts[into + pair * 2 + 1] += counts[from + pair * 2 + 1];
    pairs[pair] = 0;
  }
}

/** Adds the count of each stream, from `from` on, to a bucket of its row; rows have `buckets` of them. `from` is even. */
export function addBucket(
  counts: Uint32Array,
  from: number,
  streams: number,
  rows: Float64Array,
  bucket: number,
  buckets: number,
): void {
  const pairs = pairsOf(counts, from, streams);
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs[pair] === 0) continue;
    const stream = pair * 2;
    rows[stream * buckets + bucket] += counts[from + stream];
    if (stream + 1 < streams) rows[(stream + 1) * buckets + bucket] += counts[from + stream + 1];
  }
}

/**
 * Adds the count of each stream, from `from` on, to that of the stream it belongs to, and to that of the one it is also
 * part of (-1 for none). `from` is even.
 */
export function spreadCounts(
  counts: Uint32Array,
  from: number,
  into: Uint32Array,
  belongsTo: Int32Array,
  partOf: Int32Array,
): void {
  const pairs = pairsOf(counts, from, belongsTo.length);
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs[pair] === 0) continue;
    for (let stream = pair * 2; stream <= pair * 2 + 1; stream++) {
      const count = counts[from + stream];
      if (count === 0) continue;
      into[belongsTo[stream]] += count;
      if (partOf[stream] >= 0) into[partOf[stream]] += count;
    }
  }
}

/** Two counts in one number, which is 0 where both are. */
function pairsOf(counts: Uint32Array, from: number, streams: number): Float64Array {
  return new Float64Array(counts.buffer, counts.byteOffset + from * 4, (streams + 1) >> 1);
}
