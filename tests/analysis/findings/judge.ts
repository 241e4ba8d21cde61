import type { Finding } from "../../../src/record/summary.ts";

/** What was planted, as far as it is judged. */
export interface Planted {
  from: number;
  to: number;
  findings: readonly string[];
  /** It is made of lines that were not there. */
  adds?: boolean;
}

export interface Judgement {
  /** Whether a finding of a fitting kind tells of it, at the right time; whether the first finding is about it. */
  found: number;
  first: number;
  /** Findings, those that are at the time of the incident. */
  told: number;
  about: number;
  /** Lines of fitting findings, and those of them that were planted. */
  lines: number;
  rightLines: number;
}

export const NOTHING: Judgement = { found: 0, first: 0, told: 0, about: 0, lines: 0, rightLines: 0 };

/** A finding this near an incident is about it. */
const NEAR = 120_000;

export function judged(
  findings: readonly Finding[],
  incident: Planted | null,
  files: readonly { name: string; planted: ReadonlySet<number> }[] = [],
): Judgement {
  const told = findings.length;
  if (incident === null) return { ...NOTHING, told };
  const near = findings.filter(({ start, end }) =>
    start !== null && end !== null && start < incident.to + NEAR && end > incident.from - NEAR
  );
  const fitting = near.filter(({ kind }) => incident.findings.includes(kind));
  const lines = incident.adds ? (fitting[0]?.lines ?? []) : [];
  const right = lines.filter(({ source, line }) =>
    files.some(({ name, planted }) => source.endsWith(`/${name}`) && planted.has(line))
  );
  return {
    found: fitting.length > 0 ? 1 : 0,
    first: near.includes(findings[0]) ? 1 : 0,
    told,
    about: near.length,
    lines: lines.length,
    rightLines: right.length,
  };
}

export function together(x: Judgement, y: Judgement): Judgement {
  return {
    found: x.found + y.found,
    first: x.first + y.first,
    told: x.told + y.told,
    about: x.about + y.about,
    lines: x.lines + y.lines,
    rightLines: x.rightLines + y.rightLines,
  };
}
