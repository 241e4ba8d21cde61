/**
 * What is done with the counts of streams, a column at a time: short functions, which the engine compiles sooner than loops in
 * loops.
 */

/** Adds the counts from `from` on to those from `into` on, and empties them. */
export function moveCounts(counts: Uint32Array, from: number, into: number, streams: number): void {
  for (let stream = 0; stream < streams; stream++) {
    counts[into + stream] += counts[from + stream];
    counts[from + stream] = 0;
  }
}

/** Adds the count of each stream to a bucket of its row; rows have `buckets` of them. */
export function addBucket(counts: Uint32Array, rows: Float64Array, bucket: number, buckets: number): void {
  for (let stream = 0, at = bucket; stream < counts.length; stream++, at += buckets) {
    if (counts[stream] !== 0) rows[at] += counts[stream];
  }
}

/** Adds the count of each stream to that of the stream it belongs to; -1 for none. */
export function spreadCounts(counts: Uint32Array, into: Uint32Array, belongsTo: Int32Array): void {
  for (let stream = 0; stream < belongsTo.length; stream++) {
    if (counts[stream] !== 0 && belongsTo[stream] >= 0) into[belongsTo[stream]] += counts[stream];
  }
}
