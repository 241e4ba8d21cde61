/** Loaded when it is first needed: what is read within one turn need not wait for it. */
let timers: Promise<typeof import("node:timers")> | undefined;

/**
 * Lets messages, signals and timers have their turn; costs some microseconds, where a timer of zero costs
 * two milliseconds.
 */
export async function yieldToOthers(): Promise<void> {
  const { setImmediate } = await (timers ??= import("node:timers"));
  await new Promise<void>((resolve) => setImmediate(resolve));
}
