import { assertEquals } from "@std/assert";
import { Store } from "../../src/engine/store.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";

const batch = new Batch(INPUT_BYTES, SIDE_BYTES, new KeyTable());
const leaves = new Int32Array(512);

/** Adds lines of a source to the store, as one batch. */
function add(store: Store, source: number, lines: readonly string[]): void {
  batch.clear();
  batch.source = source;
  let at = 0;
  for (const line of lines) {
    const { written } = new TextEncoder().encodeInto(line, batch.bytes.subarray(at));
    batch.begin(at, at + written);
    batch.commit();
    at += written + 1;
  }
  store.add(batch, leaves);
}

function heldOf(store: Store, source: number): string[] {
  const { first, next } = store.range(source);
  const decoder = new TextDecoder();
  return Array.from({ length: next - first }, (_, at) => decoder.decode(store.get(source, first + at)!.raw));
}

Deno.test("each of thousands of sources keeps its few records", () => {
  const store = new Store(1000);
  const linesOf = (source: number) => Array.from({ length: 20 }, (_, at) => `line ${at} of source ${source}`);
  for (let source = 0; source < 3000; source++) add(store, source, linesOf(source));
  for (let source = 0; source < 3000; source++) assertEquals(heldOf(store, source), linesOf(source));
});

Deno.test("a stream that grows from single lines to full batches keeps its newest records", () => {
  const store = new Store(1000);
  const all: string[] = [];
  for (let size = 1; size <= 512; size++) {
    const lines = Array.from(
      { length: size },
      (_, at) => `${all.length + at} ${"x".repeat((all.length + at) % 90)}`,
    );
    add(store, 0, lines);
    all.push(...lines);
    assertEquals(heldOf(store, 0), all.slice(-1000));
  }
});
