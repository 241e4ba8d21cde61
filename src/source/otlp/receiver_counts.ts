import type { ReceiverHealth } from "../../record/summary.ts";

/** Clients that are named. */
const MAX_CLIENTS = 32;

const KINDS = ["grpc", "http/protobuf", "http/json", "http"] as const;
const REFUSALS = [
  "malformed",
  "too large",
  "busy",
  "closing",
  "unauthorized",
  "not found",
  "method",
  "content type",
  "content encoding",
  "incomplete",
] as const;

/** What a request came as. */
export type RequestKind = typeof KINDS[number];
/** Why a request was refused. */
export type Refusal = typeof REFUSALS[number];

/** Places of the counts; requests, refusals and clients are counted one behind the other. */
const REQUESTS = 0;
const REFUSED = REQUESTS + KINDS.length;
const REJECTED = REFUSED + REFUSALS.length;
const CLIENTS = REJECTED + 1;
/** Bytes in flight; not set back by `reset`. */
const WAITING = CLIENTS + MAX_CLIENTS;
const COUNTS = WAITING + 1;

/**
 * Counts what comes to the receiver's ports, in memory that the thread of the servers and that of the engine share.
 * Clients get their number in the order of their first requests; who counts them tells their names to the other.
 */
export class ReceiverCounts {
  readonly shared: SharedArrayBuffer;
  readonly #counts: BigInt64Array;
  readonly #clients = new Map<string, number>();
  readonly #tell: (client: string) => void;

  /** `tell` is told of each client that gets a number. */
  constructor(shared = new SharedArrayBuffer(COUNTS * 8), tell: (client: string) => void = () => {}) {
    this.shared = shared;
    this.#tell = tell;
    this.#counts = new BigInt64Array(shared);
  }

  request(kind: RequestKind, client: string): void {
    this.#add(REQUESTS + KINDS.indexOf(kind), 1);
    if (!this.#clients.has(client) && this.#clients.size < MAX_CLIENTS) {
      this.name(client);
      this.#tell(client);
    }
    const number = this.#clients.get(client);
    if (number !== undefined) this.#add(CLIENTS + number, 1);
  }

  /** Gives a client the next number. */
  name(client: string): void {
    this.#clients.set(client, this.#clients.size);
  }

  refused(reason: Refusal): void {
    this.#add(REFUSED + REFUSALS.indexOf(reason), 1);
  }

  rejectedRecords(records: number): void {
    if (records > 0) this.#add(REJECTED, records);
  }

  /** Adds to the bytes in flight, or takes away from them. */
  wait(bytes: number): void {
    this.#add(WAITING, bytes);
  }

  /** Counts from nothing again; what waits goes on waiting. */
  reset(): void {
    for (let at = 0; at < WAITING; at++) Atomics.store(this.#counts, at, 0n);
  }

  snapshot(): Pick<ReceiverHealth, "requests" | "refused" | "rejectedRecords" | "clients" | "waiting"> {
    const named = (names: readonly string[], from: number) =>
      names.map((name, at): [string, number] => [name, this.#of(from + at)]).filter(([, count]) => count > 0);
    return {
      requests: Object.fromEntries(named(KINDS, REQUESTS)),
      refused: Object.fromEntries(named(REFUSALS, REFUSED)),
      rejectedRecords: this.#of(REJECTED),
      clients: named([...this.#clients.keys()], CLIENTS)
        .map(([name, requests]) => ({ name, requests }))
        .sort((a, b) => b.requests - a.requests),
      waiting: this.#of(WAITING),
    };
  }

  #add(at: number, count: number): void {
    Atomics.add(this.#counts, at, BigInt(count));
  }

  #of(at: number): number {
    return Number(Atomics.load(this.#counts, at));
  }
}
