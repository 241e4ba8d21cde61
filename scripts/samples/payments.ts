import pino from "pino";
import type { Said } from "./said.ts";

/** Payments logs with pino. */
export function writePayments(said: readonly Said[]): string {
  let out = "";
  let now = 0;
  const log = pino({
    level: "debug",
    base: { pid: 41, hostname: "app-1", service: "payments" },
    timestamp: () => `,"time":${now}`,
  }, { write: (line: string) => void (out += line) });
  for (const { at, level, text, fields, failure } of said) {
    now = at;
    if (failure === undefined) log[level]({ ...fields }, text);
    else log[level]({ ...fields, err: certificateExpired() }, text);
  }
  return out;
}

/** The error as Node's TLS client throws it, from a service that stands where services stand. */
const certificateExpired = new Function(`
  function connect() {
    const error = new Error("certificate has expired");
    error.code = "CERT_HAS_EXPIRED";
    throw error;
  }
  function charge() {
    connect();
  }
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 2;
  try {
    charge();
  } catch (error) {
    error.stack = String(error.stack);
    return error;
  } finally {
    Error.stackTraceLimit = limit;
  }
//# sourceURL=file:///srv/payments/src/provider.js`) as () => Error;
