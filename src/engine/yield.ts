/** Loaded when it is first needed: what is read within one turn need not wait for it. */
let timers: Promise<typeof import("node:timers")> | undefined;

/** While there is always more to do the runtime asks the system for signals once in some sixty turns: they get several. */
const TURNS = 16;

/**
 * Lets messages, signals and timers have their turn; costs some microseconds each, where a timer of zero costs
 * two milliseconds.
 */
export async function yieldToOthers(): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
