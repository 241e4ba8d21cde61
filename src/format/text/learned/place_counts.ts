import { isMain, isThreadName } from "../attributes/text_threads.ts";
import { arePairs } from "../message/text_pairs.ts";
import { EQUALS, PAREN } from "../text_parts.ts";
import {
  COMPOUND,
  findByte,
  hashOf,
  isPlainWord,
  isText,
  nameLikeness,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";
import type { LookedPart } from "./head_looks.ts";
import { BARE, COMPOSED, newPlace, NONE, PAIRED, type Place } from "./head_places.ts";
import { dashIn } from "./head_signs.ts";
import { beginsSentence, isCoded, isNumbered, saysError } from "./head_values.ts";

/** Parts behind time and severity that are looked at. */
export const DEPTH = 6;
/** Bytes between a name and what follows, of which most are blanks. */
const PADDED = 3;

/** Counts the parts that stand at `at` behind a head of that look; `part` serves to look at them. */
export function countParts(
  places: Map<number, Place>,
  part: LookedPart,
  look: number,
  bytes: Uint8Array,
  at: number,
  to: number,
): void {
  let place = places.get(look);
  if (place === undefined) places.set(look, place = newPlace());
  place.lines++;
  for (let depth = 0; depth < DEPTH; depth++) {
    const form = part.look(bytes, at, to);
    if (form === NONE) break;
    place = place.next[form] ??= newPlace();
    place.lines++;
    // Of a pair it is the key that all lines have, of a call its name.
    const sign = form === PAIRED ? EQUALS : form === COMPOSED ? PAREN : 0;
    const signAt = sign === 0 ? -1 : findByte(bytes, part.from + 1, part.to, sign);
    const valueTo = signAt < 0 ? part.to : signAt;
    const value = hashOf(bytes, part.from, valueTo);
    let known = place.values.get(value);
    if (known === undefined) {
      place.values.set(value, known = { count: 0, behind: new Set() });
      place.kinds++;
    }
    known.count++;
    known.behind.add(hashOf(bytes, part.after, tokenEnd(bytes, part.after, to)));
    const isNamed = nameLikeness(bytes, part.from, part.to) >= COMPOUND;
    const isLettered = isPlainWord(bytes, part.from, part.to);
    if (isLettered && part.after === part.to + 1) place.words++;
    if (isLettered || isNamed && !isCoded(bytes, part.from, part.to)) place.lettered++;
    const isFailure = saysError(bytes, part.from, part.to);
    if (isFailure) place.failures++;
    if (isNamed && !isFailure) place.compound++;
    else if (beginsSentence(bytes, part.from, part.after, to)) place.told++;
    if (bytes[tokenEnd(bytes, part.to, to)] === TAB) place.tabbed++;
    // Flask's `in main: `
    const isModule = isText(bytes, part.from - 3, to, "in ");
    if (isThreadName(bytes, part.from, part.to) && !isModule) {
      place.threads++;
      if (isMain(bytes, part.from, part.to)) place.mains++;
    }
    if (part.after >= to || (form === BARE && arePairs(bytes, part.after, to))) place.last++;
    if (isNumbered(bytes, part.from, part.to)) place.numbered++;
    if (dashIn(bytes, part.to, part.after) > 0) place.dashed++;
    if (part.after - part.to > PADDED) place.padded++;
    at = part.after;
  }
}
