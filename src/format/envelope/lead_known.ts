import type { Batch } from "../../record/batch.ts";
import type { LineRange, ReadContext } from "../line_format.ts";
import { findByte, isText, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { gutterOf } from "./lead_gutter.ts";
import {
  hashOfNames,
  isStep,
  type Lead,
  type LeadShape,
  MARGIN,
  marginEnd,
  MOST_NAMES,
  ONE_NAME,
} from "./lead_shape.ts";

const COLON = 0x3a;

/** BuildKit's `#8 0.512 line` */
const STEPS: LeadShape = { ...ONE_NAME, cells: 2 };
/** Vagrant's and Packer's `==> web: line` and `    web: line` */
const MACHINES: LeadShape = { ...ONE_NAME, indent: MARGIN, last: ": " };

/** What stands before the lines, where it tells by itself that a tool has put it there; null if that is nothing. */
export function knownLead(
  batch: Batch,
  ranges: readonly LineRange[],
  context: ReadContext,
): (Lead & { shape: LeadShape }) | null {
  const { bytes } = batch;
  if (isBuild(bytes, ranges)) return { shape: STEPS, known: [], behind: null };
  const machines = machinesOf(bytes, ranges);
  return machines === null
    ? gutterOf(batch, ranges, context)
    : { shape: MACHINES, known: machines, behind: null };
}

/** Whether most lines have the step of a build and its seconds before them. */
function isBuild(bytes: Uint8Array, ranges: readonly LineRange[]): boolean {
  let steps = 0;
  for (const [from, to] of ranges) {
    if (isStep(bytes, from, tokenEnd(bytes, tokenEnd(bytes, from, to) + 1, to))) steps++;
  }
  return steps * 2 > ranges.length;
}

/** Numbers for the names that stand behind an arrow or as far to the right before (nearly) all lines; null if none do. */
function machinesOf(bytes: Uint8Array, ranges: readonly LineRange[]): number[] | null {
  const names = new Set<number>();
  let arrows = 0;
  let named = 0;
  for (const [from, to] of ranges) {
    if (marginEnd(bytes, from, to) < 0) continue;
    const at = from + MARGIN;
    const end = findByte(bytes, at, to, SPACE);
    if (end < at + 2 || bytes[end - 1] !== COLON) continue;
    if (isText(bytes, from, to, "==>")) arrows++;
    names.add(hashOfNames(bytes, at, end - 1));
    named++;
  }
  const isAll = arrows > 0 && named * 10 >= ranges.length * 9;
  return isAll && names.size <= MOST_NAMES && names.size * 2 <= ranges.length ? [...names] : null;
}
