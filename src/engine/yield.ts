import { setImmediate } from "node:timers";

/**
 * Lets messages, signals and timers have their turn; costs some microseconds, where a timer of zero costs
 * two milliseconds.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
