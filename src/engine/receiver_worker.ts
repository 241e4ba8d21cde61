/// <reference lib="deno.worker" />
import { UserError } from "../record/user_error.ts";
import { OtlpReceiver } from "../source/otlp/receiver.ts";
import { ReceiverCounts } from "../source/otlp/receiver_counts.ts";
import { HandOver } from "./hand_over.ts";
import { PartQueue } from "./part_queue.ts";
import type { ReceiverNotice, ReceiverRequest } from "./receiver_messages.ts";

declare const self: DedicatedWorkerGlobalScope;

let receiver: OtlpReceiver | null = null;
let handOver: HandOver | null = null;

function post(notice: ReceiverNotice): void {
  self.postMessage(notice);
}

self.onmessage = ({ data: request }: MessageEvent<ReceiverRequest>) => {
  switch (request.kind) {
    case "start":
      void start(request);
      break;
    case "taken":
      handOver?.taken();
      break;
    case "close":
      void close();
  }
};

/** Errors of connections that nobody is there to catch: in Deno 2.6 a sender that goes away may bring one. */
const { Http, BadResource, BrokenPipe, ConnectionReset, Interrupted, UnexpectedEof } = Deno.errors;
const CONNECTION_ERRORS = [Http, BadResource, BrokenPipe, ConnectionReset, Interrupted, UnexpectedEof];

self.addEventListener("unhandledrejection", (event) => {
  if (CONNECTION_ERRORS.some((kind) => event.reason instanceof kind)) event.preventDefault();
});

async function start(request: ReceiverRequest & { kind: "start" }): Promise<void> {
  const counts = new ReceiverCounts(request.counts, (name) => post({ kind: "client", name }));
  try {
    receiver = await OtlpReceiver.start(request.settings, counts);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return post({ kind: "failed", message, exitCode: error instanceof UserError ? error.exitCode : null });
  }
  const { grpc, http, inbox } = receiver;
  handOver = new HandOver(inbox, counts, new PartQueue(request.parts), post);
  post({ kind: "listening", grpc, http, room: inbox.room });
  handOver.run();
}

async function close(): Promise<void> {
  await receiver!.close();
  await handOver!.end();
  post({ kind: "closed" });
}
