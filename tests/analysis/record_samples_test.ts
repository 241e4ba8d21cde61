import { assert, assertEquals } from "@std/assert";
import { COLUMNS } from "../../src/analysis/activity.ts";
import { FieldHashes } from "../../src/analysis/field_hashes.ts";
import { RecordSamples } from "../../src/analysis/record_samples.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { eachBatch } from "./make_batch.ts";

/** More keys than are told apart at first. */
const KEYS = 600;
const WIDTH = 1e6;

Deno.test("however many samples there were, each column keeps some of both kinds, and each sample what is its own", () => {
  const hashes = new FieldHashes();
  const samples = new RecordSamples(hashes, COLUMNS);
  const keys = new KeyTable();
  for (let key = 0; key < KEYS; key++) keys.idOf(`key${key}`);
  let made = 0;
  for (let column = 0; column < COLUMNS; column++) {
    const records = Array.from({ length: 60 }, (_, at) => ({
      body: "",
      severity: at % 2 === 0 ? 17 : 9,
      attributes: [[`key${(column * 7 + at) % KEYS}`, `value ${at % 7}`]] as [string, string][],
    }));
    let line = 0;
    samples.schedule.enter(column, column * WIDTH, WIDTH);
    eachBatch(records, (batch) => {
      hashes.read(batch);
      samples.begin(batch);
      for (let row = 0; row < batch.count; row++) {
        batch.line[row] = column * 60 + line++;
        samples.add(batch, row, column, batch.severity[row] === 17, null);
      }
      made += batch.count;
    }, keys);
  }
  const view = samples.view(Int32Array.from({ length: COLUMNS }, (_, column) => column));
  assert(view.size < made, `${view.size} of ${made}`);
  const kinds = Array.from({ length: COLUMNS }, () => new Set<number>());
  let told = 0;
  for (let sample = 0; sample < view.size; sample++) {
    const line = view.line[sample];
    const column = Math.floor(line / 60), at = line % 60;
    assertEquals([view.bucket[sample], view.stream[sample]], [column, column]);
    assertEquals(view.bad[sample], at % 2 === 0 ? 1 : 0);
    kinds[column].add(view.bad[sample]);
    const from = sample * view.width;
    assertEquals(view.endOf(sample), from + 1);
    assertEquals(view.keyOf(view.keys[from])?.name, `key${(column * 7 + at) % KEYS}`);
    // Of the texts, those that came again are known.
    const text = view.textOf(view.values[from]);
    if (text !== null) {
      assertEquals(text, `value ${at % 7}`);
      told++;
    }
  }
  assertEquals(kinds.map(({ size }) => size), Array(COLUMNS).fill(2));
  assert(told > 0);
});
