import type { ActivityView, StreamActivity } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import type { Candidate } from "./candidate.ts";

/** The streams of the pattern that the title names, without those of patterns that came with it. */
export function leadingStreams({ streams, patterns, also = [] }: Candidate): Candidate["streams"] {
  const own = also.length === 0 ? [] : streams.filter(({ pattern }) => pattern === patterns[0]);
  return own.length === 0 ? streams : own;
}

/** The numbers of all streams of the same services; of the same sources where none is named. */
export function relatedTo(streams: readonly StreamActivity[], view: ActivityView): Set<number> {
  const ownerOf = ({ service, source }: StreamActivity) => `${service}\n${source}`;
  const owners = new Set(streams.map(ownerOf));
  return new Set(
    view.streams.filter((stream) => stream.pattern !== ALL_PATTERNS && owners.has(ownerOf(stream)))
      .map(({ stream }) => stream),
  );
}
