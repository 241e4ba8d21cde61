/** How requests that failed are repeated. */
export interface RetryPolicy {
  readonly retries: number;
  /** Milliseconds before the first retry. */
  readonly delay: number;
  /** By how much the delay grows. */
  readonly factor: number;
}

/** Time and chance, so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Resolves early when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done, { once: true });
    }),
};

/** Milliseconds between two tries at the most, when the server does not say. */
const MOST = 60_000;

/** Milliseconds of a `Retry-After` that are waited at the most; a longer one ends the question. */
export const LONGEST_WAIT = 120_000;

/** Milliseconds before retry `n` (from 0): the delay, grown by the factor, up to a quarter more by chance. */
export function backOff({ delay, factor }: RetryPolicy, n: number, random: number): number {
  return Math.min(MOST, delay * factor ** n) * (1 + random / 4);
}

/**
 * Milliseconds that a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110,
 * section 10.2.3). LiteLLM hands on what the provider behind it asked under names of its own. Null if it does not say.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const either = (name: string) => headers.get(name) ?? headers.get(`llm_provider-${name}`);
  const milliseconds = Number(either("retry-after-ms") ?? NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = either("retry-after")?.trim();
  if (!text) return null;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
