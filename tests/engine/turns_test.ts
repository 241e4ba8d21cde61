import { assert, assertEquals } from "@std/assert";
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

Deno.test("of many that sleep only those with news have a turn", async () => {
  const turns = new Array<number>(50).fill(0);
  const wake: (() => void)[] = [];
  const over = new AbortController();
  const inputs = turns.map((_, number) => ({
    number,
    source: {
      wait(signal: AbortSignal) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake[number] = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
        return promise;
      },
    },
    ended: false,
    due: () => Infinity,
    turn() {
      turns[number]++;
      if (number === 7 && turns[7] === 4) over.abort();
      return number === 7 && turns[7] === 2 ? "read" : "nothing";
    },
  } as unknown as EngineInput));
  let begun = () => {};
  const run = new Turns({
    inputs,
    opened: openSources({ files: [], follow: false, endlessStdin: false }),
    follow: false,
    isLive: true,
    sinks: { drain: (idle) => idle ? begun() : undefined },
    add: () => {},
    notice: () => {},
  }).run(over.signal);
  // Awake at first, then with news and once without, then told again.
  for (const awaited of [1, 3]) {
    while (turns[7] < awaited || wake[7] === undefined) await new Promise<void>((resolve) => begun = resolve);
    await new Promise((resolve) => setTimeout(resolve));
    wake[7]();
  }
  await run;
  // Each has one more when reading ends.
  assertEquals(turns, turns.map((_, number) => number === 7 ? 5 : 2));
});

Deno.test("who waits for another's records goes on as soon as his are let go, without a pause", async () => {
  const over = new AbortController();
  let left = 20;
  let isHeld = false;
  let pauses = 0;
  const silent = {
    number: 0,
    source: { wait: () => new Promise(() => {}) },
    ended: false,
    due: () => Infinity,
    turn: () => "nothing",
  };
  const busy = {
    number: 1,
    source: { wait: () => Promise.resolve(void pauses++) },
    ended: false,
    due: () => Infinity,
    turn() {
      if (left === 0) over.abort();
      if (left === 0) return "nothing";
      left--;
      isHeld = true;
      return "read";
    },
  };
  await new Turns({
    inputs: [silent, busy] as unknown as EngineInput[],
    opened: openSources({ files: [], follow: false, endlessStdin: false }),
    follow: true,
    isLive: true,
    sinks: {
      wants: (number) => number === 0 || !isHeld,
      drain: (isIdle) => void (isHeld &&= !isIdle),
    },
    add: () => {},
    notice: () => {},
  }).run(over.signal);
  assertEquals(left, 0);
  assert(pauses < 5, `${pauses} pauses for 20 pieces`);
});

Deno.test("what may not be read for now is kept up with, and let go though another that is at its end goes on", async () => {
  const over = new AbortController();
  let isHeld = true, looks = 0, pieces = 0;
  const held = {
    number: 0,
    source: { keepUp: () => void looks++, wait: () => new Promise(() => {}) },
    ended: false,
    due: () => Infinity,
    turn: () => "nothing",
  };
  let hasMore = false;
  const slow = {
    number: 1,
    source: {
      size: 100,
      wait: () => new Promise<void>((resolve) => setTimeout(() => (hasMore = true, resolve()), 100)),
    },
    ended: false,
    due: () => Infinity,
    turn() {
      if (!hasMore) return "nothing";
      hasMore = false;
      pieces++;
      return "read";
    },
  };
  const begun = performance.now();
  await new Turns({
    inputs: [held, slow] as unknown as EngineInput[],
    opened: openSources({ files: [], follow: false, endlessStdin: false }),
    follow: true,
    isLive: true,
    sinks: {
      wants: (number) => number === 1 || !isHeld,
      hasRoom: () => false,
      drain(isIdle, isAwaiting) {
        if (!isIdle || isAwaiting) return;
        isHeld = false;
        over.abort();
      },
    },
    add: () => {},
    notice: () => {},
  }).run(AbortSignal.any([over.signal, AbortSignal.timeout(10_000)]));
  assert(!isHeld);
  assert(pieces >= 2 && performance.now() - begun >= 400, `${pieces} pieces`);
  assert(looks > 2, `${looks} looks`);
});

Deno.test("while nobody takes the output, no rotation of what is followed is missed", async () => {
  const over = new AbortController();
  const taken = Promise.withResolvers<void>();
  let looks = 0;
  const input = {
    number: 0,
    source: { keepUp: () => void (++looks === 3 && taken.resolve()), wait: () => new Promise(() => {}) },
    ended: false,
    due: () => Infinity,
    turn: () => "read",
  };
  await new Turns({
    inputs: [input as unknown as EngineInput],
    opened: openSources({ files: [], follow: false, endlessStdin: false }),
    follow: true,
    isLive: true,
    sinks: { drain: () => taken.promise.then(() => over.abort()) },
    add: () => {},
    notice: () => {},
  }).run(over.signal);
  assertEquals(looks, 3);
});
