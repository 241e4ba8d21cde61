import { assert } from "@std/assert";
import { Activity } from "../../src/analysis/activity.ts";
import { FieldHashes } from "../../src/analysis/field_hashes.ts";
import { NameNumbers } from "../../src/analysis/name_numbers.ts";
import { BATCH_RECORDS } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { random } from "./findings/randomness.ts";
import { eachBatch } from "./make_batch.ts";

const START = Date.UTC(2026, 10, 18);
const HOUR = 3_600_000;

/** A source: its records an hour come alone or, a tenth of the times, `together` within some milliseconds. */
interface Source {
  anHour: number;
  together?: number;
}

interface Shares {
  /** By value of an attribute: the share of the records that have it, and that which the samples stand for. */
  truly: Map<string, number>;
  sampled: Map<string, number>;
}

/** Sources read in turns, so many records each, as files are; each record says which source it is of and whether it came alone. */
function sharesOf(sources: readonly Source[], hours: number): Shares {
  const next = random(5);
  const all = sources.map(({ anHour, together = 1 }) => {
    const times: { time: number; came: string }[] = [];
    for (let time = START; time < START + hours * HOUR; time += -Math.log(1 - next()) * HOUR / anHour) {
      const of = next() < 0.1 ? together : 1;
      for (let i = 0; i < of; i++) times.push({ time: time + i, came: of > 1 ? "together" : "alone" });
    }
    return times;
  });
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const hashes = new FieldHashes();
  const names = { names: new NameNumbers(), numbers: new Int16Array(BATCH_RECORDS) };
  const activity = new Activity(hashes, new Int32Array(BATCH_RECORDS), (leaf) => leaf, names, names);
  const keys = new KeyTable();
  const [truly, sampled] = [new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, value: string, share: number) =>
    to.set(value, (to.get(value) ?? 0) + share);
  const at = sources.map(() => 0);
  const first = (source: number) => all[source][at[source]]?.time ?? Infinity;
  for (;;) {
    const source = at.reduce((best, _, other) => first(other) < first(best) ? other : best, 0);
    const some = all[source].slice(at[source], at[source] + 600);
    if (some.length === 0) break;
    at[source] += some.length;
    const records = some.map(({ time, came }) => {
      for (const value of [`source ${source}`, came]) add(truly, value, 1 / total);
      const attributes: [string, string][] = [["from", `source ${source}`], ["came", came]];
      return { body: "", time, severity: 9, attributes };
    });
    eachBatch(records, (batch) => {
      batch.source = source;
      hashes.read(batch);
      activity.add(batch, null);
    }, keys);
  }
  const { samples } = activity.view()!;
  const weights = samples.weight.reduce((sum, weight) => sum + weight, 0);
  for (let sample = 0; sample < samples.size; sample++) {
    for (let i = sample * samples.width; i < samples.endOf(sample); i++) {
      add(sampled, samples.textOf(samples.values[i]) ?? "", samples.weight[sample] / weights);
    }
  }
  return { truly, sampled };
}

function assertAlike({ truly, sampled }: Shares, within: number): void {
  for (const [value, share] of truly) {
    const told = sampled.get(value) ?? 0;
    assert(Math.abs(told - share) <= within * share, `${value}: ${told}, truly ${share}`);
  }
}

Deno.test("however unequal sources are, their samples stand for as many records as each has", () => {
  const sizes = [20_000, 8000, 3000, 1000, 400, 150, 60, 20].map((anHour) => ({ anHour }));
  assertAlike(sharesOf(sizes, 6), 0.02);
  // Of more sources several are sampled together.
  assertAlike(sharesOf([...sizes, ...sizes, ...sizes.toReversed()], 3), 0.02);
  // Of a long log there are too many: room is made.
  assertAlike(sharesOf(sizes.map(({ anHour }) => ({ anHour: anHour / 5 })), 60), 0.02);
});

Deno.test("what comes many at once has the share of the samples that it has of the records", () => {
  assertAlike(sharesOf([{ anHour: 3000, together: 9 }], 7), 0.15);
  assertAlike(sharesOf([{ anHour: 3000, together: 40 }, { anHour: 300 }], 30), 0.15);
});
