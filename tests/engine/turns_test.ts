import { assertEquals } from "@std/assert";
import type { EngineInput } from "../../src/engine/input.ts";
import { Turns, type TurnsOptions } from "../../src/engine/turns.ts";
import { openSources } from "../../src/source/open_sources.ts";

/** Reads 100 inputs that have three pieces each; the most that were begun and had not ended. */
async function mostAtOnce(options: Partial<TurnsOptions>): Promise<number> {
  let begun = 0;
  let most = 0;
  const makeInput = (number: number) => {
    let pieces = 3;
    return {
      number,
      source: { wait: () => Promise.resolve() },
      get ended() {
        return pieces === 0;
      },
      due: () => Infinity,
      turn() {
        if (pieces-- === 3) most = Math.max(most, ++begun);
        if (pieces > 0) return "read";
        begun--;
        return "ended";
      },
    } as unknown as EngineInput;
  };
  const inputs = Array.from({ length: 100 }, (_, number) => makeInput(number));
  const opened = openSources({ files: [], follow: false, endlessStdin: false });
  const turns = new Turns({
    inputs,
    opened,
    follow: false,
    isLive: false,
    sinks: {},
    add: () => {},
    notice: () => {},
    ...options,
  });
  await turns.run(new AbortController().signal);
  assertEquals(inputs.filter(({ ended }) => !ended), []);
  return most;
}

Deno.test("of many inputs some are read at a time, but all where their records are merged", async () => {
  assertEquals(await mostAtOnce({}), 64);
  assertEquals(await mostAtOnce({ sinks: { wants: () => true } }), 100);
});
