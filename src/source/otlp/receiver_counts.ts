import type { ReceiverHealth } from "../../record/summary.ts";

/** Clients that are named. */
const MAX_CLIENTS = 32;

/** Why a request was refused. */
export type Refusal =
  | "malformed"
  | "too large"
  | "busy"
  | "closing"
  | "unauthorized"
  | "not found"
  | "method"
  | "content type"
  | "content encoding"
  | "incomplete";

/** Counts what comes to the receiver's ports. */
export class ReceiverCounts {
  #requests: Record<string, number> = {};
  #refused: Record<string, number> = {};
  #rejected = 0;
  #clients = new Map<string, number>();

  request(kind: "grpc" | "http/protobuf" | "http/json" | "http", client: string): void {
    this.#requests[kind] = (this.#requests[kind] ?? 0) + 1;
    const known = this.#clients.get(client);
    if (known !== undefined || this.#clients.size < MAX_CLIENTS) this.#clients.set(client, (known ?? 0) + 1);
  }

  refused(reason: Refusal): void {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1;
  }

  rejectedRecords(records: number): void {
    this.#rejected += records;
  }

  reset(): void {
    this.#requests = {};
    this.#refused = {};
    this.#rejected = 0;
    this.#clients.clear();
  }

  snapshot(): Pick<ReceiverHealth, "requests" | "refused" | "rejectedRecords" | "clients"> {
    return {
      requests: { ...this.#requests },
      refused: { ...this.#refused },
      rejectedRecords: this.#rejected,
      clients: [...this.#clients].map(([name, requests]) => ({ name, requests }))
        .sort((a, b) => b.requests - a.requests),
    };
  }
}
