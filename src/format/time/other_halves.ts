import { type Clock, turnHour } from "./clock.ts";
import { isLetter, NO_OFFSET } from "./timestamp_parts.ts";

const SPACE = 0x20;
/** Bytes of the longest name of a half: `DA MANHÃ`. */
const LONGEST = 10;
/**
 * Halves of the day as java.util.logging writes them behind its times: in Swedish, Portuguese, Finnish, Greek, Hungarian,
 * Czech, Turkish, Ukrainian, Vietnamese, Bulgarian and Slovene, by the hours after midnight at which they begin.
 */
const HALVES = new Map<string, number>([
  ...["FM", "DA MANHÃ", "AP.", "Π.Μ.", "DE.", "DOP.", "ÖÖ", "ДП", "SA", "ПР.ОБ."].map((name) =>
    [name, 0] as const
  ),
  ...["EM", "DA TARDE", "IP.", "Μ.Μ.", "DU.", "ODP.", "ÖS", "ПП", "CH", "СЛ.ОБ.", "POP."]
    .map((name) => [name, 12] as const),
]);
const decoder = new TextDecoder();

/** Index behind the half of the day that stands at `at`, right behind a clock of twelve hours; `at` if none does. */
export function behindOtherHalf(clock: Clock, bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== SPACE || clock.hour < 1 || clock.hour > 12 || clock.minuteEnd === 0) return at;
  const from = at + 1;
  if (clock.offset !== NO_OFFSET || !isCapital(bytes[from])) return at;
  let end = from;
  while (end < to && bytes[end] > SPACE) end++;
  // `DA TARDE`
  if (end === from + 2 && bytes[from] === 0x44 && bytes[from + 1] === 0x41) {
    for (end++; end < to && bytes[end] > SPACE;) end++;
  }
  if (end - from > LONGEST) return at;
  const half = HALVES.get(decoder.decode(bytes.subarray(from, end)));
  return half !== undefined && turnHour(clock, half) ? end : at;
}

function isCapital(byte: number): boolean {
  return byte >= 0x80 || (isLetter(byte) && (byte & 0x20) === 0);
}
