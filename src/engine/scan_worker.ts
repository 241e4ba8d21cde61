/// <reference lib="deno.worker" />
import { QueryError } from "../query/query.ts";
import { Scan } from "./scan.ts";
import type { ScanMessage, ScanRequest } from "./scan_messages.ts";
import { yieldToOthers } from "./yield.ts";

declare const self: DedicatedWorkerGlobalScope;

let scan: Scan | null = null;
let failure = "";

function post(message: ScanMessage): void {
  self.postMessage(message);
}

self.onmessage = ({ data: request }: MessageEvent<ScanRequest>) => {
  switch (request.kind) {
    case "start":
      try {
        scan = new Scan(request.settings);
        void search(scan);
      } catch (error) {
        failure = messageOf(error);
      }
      break;
    case "extend":
      scan?.extend(request.source, request);
      break;
    case "ask":
      try {
        const answer = scan?.ask(request.question) ?? { kind: "error" as const, message: failure };
        post({ kind: "answer", id: request.id, answer });
      } catch (error) {
        post({ kind: "answer", id: request.id, answer: { kind: "error", message: messageOf(error) } });
      }
  }
};

// A sign of life: from here on silence means that something runs away.
post({ kind: "searched", share: 0, problems: [] });

function messageOf(error: unknown): string {
  if (error instanceof QueryError || error instanceof Error) return error.message;
  return String(error);
}

/** Searches part by part; questions are answered between two parts. */
async function search(scan: Scan): Promise<void> {
  while (!scan.ended) {
    try {
      scan.step();
    } catch (error) {
      scan.problems.push(messageOf(error));
    }
    post({ kind: "searched", share: scan.searched, problems: scan.problems.splice(0) });
    await yieldToOthers();
  }
  post({ kind: "searched", share: scan.searched, problems: scan.problems.splice(0) });
}
