/// <reference lib="deno.worker" />
import { Analysis } from "../analysis/analysis.ts";
import { Patterns } from "../analysis/patterns.ts";
import { Batch } from "../record/batch.ts";
import { takeNames, unpackBatch } from "../record/batch_packet.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../record/bounds.ts";
import { KeyTable } from "../record/key_table.ts";
import {
  COMPLETE,
  type CountingMessage,
  type CountingStart,
  GIVER_WAITS,
  type SummaryRequest,
  TAKEN,
  TAKER_WAITS,
  wake,
  WRITTEN,
} from "./counting_messages.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data: { memorySize, stopWords, slots, control } }: MessageEvent<CountingStart>) => {
  const patterns = new Patterns();
  const analysis = new Analysis({ memorySize, stopWords, patterns });
  self.onmessage = ({ data: { reading, details } }: MessageEvent<SummaryRequest>) => {
    const summary = analysis.summary(reading);
    const described = summary.patterns.top.slice(0, details).flatMap(({ id }) => patterns.details(id) ?? []);
    post({ kind: "counted", summary, details: described });
  };
  let failed: unknown = null;
  takeAll(slots, new Int32Array(control), (batch) => {
    if (failed !== null) return;
    try {
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
    // Asked in this order, nothing that comes meanwhile is missed.
    const complete = Atomics.load(control, COMPLETE);
    const written = Atomics.load(control, WRITTEN);
    while (taken < written) {
      const packet = slots[taken % slots.length];
      batch.clearRows();
      takeNames(packet, batch.keys);
      unpackBatch(packet, batch, null);
      // The slot is free as soon as its batch is here.
      Atomics.store(control, TAKEN, ++taken);
      if (written - taken <= slots.length / 2) wake(control, GIVER_WAITS);
      consume(batch);
    }
    if (complete === 1) return;
    Atomics.store(control, TAKER_WAITS, 1);
    if (Atomics.load(control, WRITTEN) === taken && Atomics.load(control, COMPLETE) === 0) {
      Atomics.wait(control, TAKER_WAITS, 1);
    }
  }
}
