import type { Finding, FindingKind } from "./summary.ts";

/** What a pattern is marked with, by the kind of the finding about it. */
const MARKS: Partial<Record<FindingKind, string>> = {
  "new-pattern": "new",
  burst: "burst",
  vanished: "gone",
};

/** The mark of each pattern that a finding is about: new, in a burst, or gone. One rule for all that shows patterns. */
export function marksOf(findings: readonly Finding[]): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  for (const { kind, patterns } of findings) {
    const mark = MARKS[kind];
    if (mark === undefined) continue;
    for (const pattern of patterns) if (!marks.has(pattern)) marks.set(pattern, mark);
  }
  return marks;
}
