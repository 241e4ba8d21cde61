/// <reference lib="deno.worker" />
import { offsetsOfZone } from "../format/time/time_zone.ts";
import { matcherOf } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import type { Answer, Question } from "./messages.ts";
import { Scan } from "./scan.ts";
import type { ScanMessage, ScanRequest } from "./scan_messages.ts";
import { yieldToOthers } from "./yield.ts";

declare const self: DedicatedWorkerGlobalScope;

/** Milliseconds that an answer about what was found waits for the search to end. */
const SOON = 100;

let scan: Scan | null = null;
let failure = "";

function post(message: ScanMessage): void {
  self.postMessage(message);
}

self.onmessage = ({ data: request }: MessageEvent<ScanRequest>) => {
  switch (request.kind) {
    case "start":
      // Another search may have been made here before.
      scan?.close();
      scan = null;
      failure = "";
      try {
        scan = new Scan(request.settings, alive);
        void search(scan);
      } catch (error) {
        failure = messageOf(error);
      }
      break;
    case "extend":
      scan?.extend(request.source, request);
      break;
    case "patterns":
      scan?.learn(request.patterns);
      break;
    case "judge":
      post({ kind: "verdicts", verdicts: verdictsOf(request) });
      break;
    case "ask":
      void reply(request.id, request.question);
  }
};

async function reply(id: number, question: Question): Promise<void> {
  let answer: Answer = { kind: "error", message: failure };
  try {
    if (scan !== null) {
      if (question.kind !== "record") await endOf(scan);
      answer = question.kind === "find" ? await scan.find(question) : scan.ask(question);
    }
  } catch (error) {
    answer = { kind: "error", message: messageOf(error) };
  }
  post({ kind: "answer", id, answer });
}

/** Waits a moment for a search to end: most soon do, and then nobody has to ask again. */
async function endOf(scan: Scan): Promise<void> {
  const until = performance.now() + SOON;
  while (!scan.ended && performance.now() < until) await yieldToOthers();
}

function alive(): void {
  post({ kind: "searched", share: scan?.searched ?? 0, problems: [] });
}

// A sign of life: from here on silence means that something runs away.
post({ kind: "searched", share: 0, problems: [] });

function messageOf(error: unknown): string {
  if (error instanceof QueryError || error instanceof Error) return error.message;
  return String(error);
}

function verdictsOf({ where, rows, reference, timeZone }: ScanRequest & { kind: "judge" }): boolean[] {
  let row = rows[0];
  const matches = matcherOf(parseQuery(where), {
    reference,
    offsetAt: offsetsOfZone(timeZone),
    sourceName: () => row.sourceName,
    formatName: () => row.format,
    patternOf: () => row.pattern,
  });
  return rows.map((each) => matches((row = each).record));
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
