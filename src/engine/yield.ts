/** While there is always more to do the runtime asks the system for signals once in some sixty turns: they get several. */
const TURNS = 8;

/**
 * Lets messages, signals and timers have their turn; costs some microseconds each, where a timer of zero costs
 * two milliseconds. A channel is at hand at once; what Node calls `setImmediate` takes longer to load than a small file to read.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let turns = TURNS;
    port1.onmessage = () => {
      if (--turns > 0) return port2.postMessage(null);
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
