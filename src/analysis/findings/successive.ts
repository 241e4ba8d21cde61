import type { Candidate } from "./candidate.ts";

/** Values of one key that follow one another at the least: of numbers two tell so, if the next begins where the last ended. */
const LEAST = 3;
/** Buckets between one and the next. */
const NEXT = 2;
const NUMBER = /^[-+]?\d+(?:\.\d+)?%?$/;

/** What is told of one key without values that merely follow one another: the charge of a battery, the hour, releases. */
export function withoutSuccessive<T extends Pick<Candidate, "from" | "to" | "common">>(found: T[]): T[] {
  if (found.length < 2) return found;
  const byTime = found.toSorted((x, y) => x.from - y.from);
  const follows = ({ from }: T, at: number) => at === 0 || from >= byTime[at - 1].to - NEXT;
  if (!byTime.every(follows)) return found;
  if (!found.every(({ common = [] }) => NUMBER.test(common[0].value))) return found;
  const isNext = byTime.every(({ from }, at) => at === 0 || from <= byTime[at - 1].to + NEXT);
  return found.length >= LEAST || isNext ? [] : found;
}
