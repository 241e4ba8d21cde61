/// <reference lib="deno.worker" />
import { BodyAnalysis } from "../analysis/body_analysis.ts";
import { FieldHashes } from "../analysis/field_hashes.ts";
import { Patterns } from "../analysis/patterns.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../format/source_reader.ts";
import { Batch } from "../record/batch.ts";
import { takeNames, unpackBatch } from "../record/batch_packet.ts";
import { KeyTable } from "../record/key_table.ts";
import {
  CHANGES,
  COMPLETE,
  type CountingMessage,
  type CountingStart,
  type SummaryRequest,
  TAKEN,
  WRITTEN,
} from "./counting_messages.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data: { memorySize, stopWords, slots, control } }: MessageEvent<CountingStart>) => {
  const patterns = new Patterns();
  const hashes = new FieldHashes();
  const analysis = new BodyAnalysis({ memorySize, stopWords, patterns }, hashes);
  self.onmessage = ({ data: { context, details } }: MessageEvent<SummaryRequest>) => {
    const bodies = analysis.snapshot(context);
    const described = bodies.patterns.top.slice(0, details).flatMap(({ id }) => patterns.details(id) ?? []);
    post({ kind: "summary", bodies, details: described });
  };
  let failed: unknown = null;
  takeAll(slots, new Int32Array(control), (batch) => {
    if (failed !== null) return;
    try {
      hashes.readNames(batch);
      analysis.add(batch);
    } catch (error) {
      failed = error;
      post({
        kind: "failed",
        message: error instanceof Error ? error.stack ?? error.message : String(error),
      });
    }
  });
};

function post(message: CountingMessage): void {
  self.postMessage(message);
}

/** Takes each batch that is written, until there are no more. */
function takeAll(
  slots: readonly SharedArrayBuffer[],
  control: Int32Array,
  consume: (batch: Batch) => void,
): void {
  const batch = new Batch(INPUT_BYTES, SIDE_BYTES, new KeyTable());
  for (let taken = 0;;) {
    // Read in this order, nothing that comes meanwhile is missed.
    const changes = Atomics.load(control, CHANGES);
    const complete = Atomics.load(control, COMPLETE);
    const written = Atomics.load(control, WRITTEN);
    while (taken < written) {
      const packet = slots[taken % slots.length];
      batch.clearRows();
      takeNames(packet, batch.keys);
      unpackBatch(packet, batch, null);
      // The slot is free as soon as its batch is here.
      Atomics.store(control, TAKEN, ++taken);
      Atomics.notify(control, TAKEN);
      consume(batch);
    }
    if (complete === 1) return;
    Atomics.wait(control, CHANGES, changes);
  }
}
