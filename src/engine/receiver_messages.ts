import type { UserError } from "../record/user_error.ts";
import type { ReceiverSettings } from "../source/otlp/settings.ts";

/** From the engine to the thread of the receiver. */
export type ReceiverRequest =
  /** To be sent first; memory of `ReceiverCounts` and `PartQueue`. */
  | { kind: "start"; settings: ReceiverSettings; counts: SharedArrayBuffer; parts: SharedArrayBuffer }
  /** Parts were taken for which the receiver waited. */
  | { kind: "taken" }
  /** Take no more requests; those in flight are still handed over. */
  | { kind: "close" };

/** From the thread of the receiver to the engine. */
export type ReceiverNotice =
  /** It listens; `room` are the bytes that may be in flight. */
  | { kind: "listening"; grpc: string[]; http: string[]; room: number }
  /** It could not start: `exitCode` is that of a UserError, null for a fault of the program. */
  | { kind: "failed"; message: string; exitCode: UserError["exitCode"] | null }
  /** The next client in the receiver's counts. */
  | { kind: "client"; name: string }
  /** Parts will come in this buffer; null when no more will. */
  | { kind: "buffer"; number: number; buffer: SharedArrayBuffer | null }
  /** Names of keys that follow on those told before; if `anew`, the keys are numbered from 0 again. */
  | { kind: "names"; names: string[]; anew: boolean }
  /** There are parts for which the engine waited. */
  | { kind: "parts" }
  /** All requests are answered, and all that was acknowledged was handed over. */
  | { kind: "closed" };
