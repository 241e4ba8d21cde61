/**
 * Measures what needs a look: six-hour logs with one planted incident of each kind, and quiet ones. Prints by kind how
 * many incidents were told by a finding of a fitting kind at the right time (recall), and the share of all findings
 * that were about an incident (precision).
 */
import { summaryOf } from "../tests/analysis/findings/find_in.ts";
import { KINDS, plantedLog } from "../tests/analysis/findings/planted_logs.ts";

/** Logs of each kind, and quiet ones; those of the tests have other seeds. */
const SEEDS = 5;
const QUIET = 15;
const FIRST_SEED = 100;
/** A finding this near an incident is about it. */
const NEAR = 120_000;

/** Prints the table. */
export async function benchFindings(): Promise<void> {
  console.log("\nwhat needs a look        found of  findings  about it");
  let right = 0;
  let told = 0;
  let found = 0;
  for (const kind of [...KINDS, null]) {
    let of = 0;
    let rightHere = 0;
    let toldHere = 0;
    let foundHere = 0;
    for (let seed = FIRST_SEED; of < (kind === null ? QUIET : SEEDS); seed++, of++) {
      const { text, incident } = plantedLog(kind, seed, seed % 2 === 0 ? "text" : "json");
      const { findings } = await summaryOf(text);
      const near = findings.filter(({ start, end }) =>
        incident !== null && start! < incident.to + NEAR && end! > incident.from - NEAR
      );
      if (near.some(({ kind }) => incident!.findings.includes(kind))) foundHere++;
      toldHere += findings.length;
      rightHere += near.length;
    }
    right += rightHere;
    told += toldHere;
    found += foundHere;
    const hits = kind === null ? "" : String(foundHere);
    const cells = [hits.padStart(7), String(of).padStart(3), String(toldHere).padStart(9)];
    console.log(`${(kind ?? "(quiet)").padEnd(22)}${cells.join(" ")} ${String(rightHere).padStart(9)}`);
  }
  const recall = found / (KINDS.length * SEEDS);
  console.log(`recall ${recall.toFixed(3)}, precision ${(right / Math.max(1, told)).toFixed(3)}`);
}

if (import.meta.main) await benchFindings();
