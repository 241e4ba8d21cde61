/**
 * Measures what needs a look: six-hour logs with one planted incident of each kind, and quiet ones; generated logs, and real ones
 * where there are sets in the layout of Loghub 2k. Prints by kind how many incidents were told by a finding of a fitting kind at
 * the right time (recall), how many of those stood first, and the share of all findings that were about an incident (precision);
 * for real logs also the share of lines that were planted, of findings that are about added lines. Then how many findings there
 * are on quiet days, and in the sets as they are.
 */
import { summaryOf, summaryOfFiles } from "../tests/analysis/findings/find_in.ts";
import { KINDS, plantedLog } from "../tests/analysis/findings/planted_logs.ts";
import { plantedRealLog, REAL_KINDS, realSets } from "../tests/analysis/findings/planted_real_logs.ts";
import { quietDay } from "../tests/analysis/findings/quiet_day.ts";
import { judged, type Judgement, NOTHING, together } from "../tests/analysis/findings/judge.ts";

/** Logs of each kind, and quiet ones; those of the tests have other seeds. */
const SEEDS = 5;
const QUIET = 20;
const FIRST_SEED = 100;
/** Days in which nothing happens. */
const DAYS = 10;

/** Prints the tables. */
export async function benchFindings(root: string): Promise<void> {
  await table("generated logs", KINDS, async (kind, seed) => {
    const { text, incident } = plantedLog(kind, seed, seed % 2 === 0 ? "text" : "json");
    return judged((await summaryOf(text)).findings, incident);
  });
  let told = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + DAYS; seed++) {
    told += (await summaryOf(quietDay(seed))).findings.length;
  }
  console.log(`${told} findings in ${DAYS} quiet days`);
  if (realSets(root).length < 3) return console.log(`No logs to plant incidents in in ${root}`);
  await table("real logs", REAL_KINDS, async (kind, seed) => {
    const { files, incident } = plantedRealLog(root, kind, seed);
    return judged((await summaryOfFiles(files)).findings, incident, files);
  });
  await asTheyAre(root);
}

/** What is told of the sets as they are: they were not made to be quiet. */
async function asTheyAre(root: string): Promise<void> {
  console.log("\nfindings in the sets as they are");
  for (const set of realSets(root)) {
    const text = await Deno.readTextFile(`${root}/${set}/${set}_2k.log`);
    const kinds = (await summaryOf(text)).findings.map(({ kind }) => kind);
    console.log(row(set, [kinds.length]) + `  ${kinds.join(", ")}`);
  }
}

async function table<Kind extends string>(
  title: string,
  kinds: readonly Kind[],
  judge: (kind: Kind | null, seed: number) => Promise<Judgement>,
): Promise<void> {
  console.log(`\n${row(`what needs a look, ${title}`, ["found", "first", "of", "findings", "about it"])}`);
  let all = NOTHING;
  for (const kind of [...kinds, null]) {
    let here = NOTHING;
    const logs = kind === null ? QUIET : SEEDS;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + logs; seed++) {
      here = together(here, await judge(kind, seed));
    }
    console.log(row(kind ?? "(quiet)", [
      kind === null ? "" : here.found,
      kind === null ? "" : here.first,
      logs,
      here.told,
      here.about,
    ]));
    all = together(all, here);
  }
  const share = (part: number, of: number) => (part / Math.max(1, of)).toFixed(3);
  console.log(
    `recall ${share(all.found, kinds.length * SEEDS)}, precision ${share(all.about, all.told)}` +
      (all.lines > 0 ? `, right lines ${share(all.rightLines, all.lines)}` : ""),
  );
}

function row(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(34) + cells.map((cell) => String(cell).padStart(9)).join("");
}

if (import.meta.main) {
  await benchFindings(Deno.args[0] ?? `${import.meta.dirname}/../../shared/data/loghub`);
}
