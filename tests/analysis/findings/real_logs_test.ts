import { assert } from "@std/assert";
import { summaryOfFiles } from "./find_in.ts";
import { judged, type Judgement, NOTHING, together } from "./judge.ts";
import { plantedRealLog, REAL_KINDS, type RealKind, realSets } from "./planted_real_logs.ts";

const root = `${import.meta.dirname}/../../../../shared/data/loghub`;
const absent = realSets(root).length < 3;
if (absent) console.log(`Skipped: no real logs in ${root}`);

async function judge(kind: RealKind | null, seed: number): Promise<Judgement> {
  const { files, incident } = plantedRealLog(root, kind, seed);
  return judged((await summaryOfFiles(files)).findings, incident, files);
}

Deno.test({
  name: "incidents of twelve kinds that are planted in real logs are found, mostly first, with their lines",
  ignore: absent,
  async fn() {
    let all = NOTHING;
    for (const kind of REAL_KINDS) all = together(all, await judge(kind, 300));
    assert(all.found >= REAL_KINDS.length - 2, `${all.found} of ${REAL_KINDS.length} are found`);
    assert(all.first >= REAL_KINDS.length - 3, `${all.first} of ${REAL_KINDS.length} stand first`);
    assert(all.about >= 0.75 * all.told, `${all.about} of ${all.told} findings are about one`);
    assert(all.rightLines >= 0.85 * all.lines, `${all.rightLines} of ${all.lines} lines were planted`);
  },
});

Deno.test({
  name: "real logs in which nothing was planted have a finding at the most here and there",
  ignore: absent,
  async fn() {
    let told = 0;
    for (let seed = 301; seed < 307; seed++) told += (await judge(null, seed)).told;
    assert(told <= 2, `${told} findings in six logs`);
  },
});
