/// <reference lib="deno.worker" />
import { UserError } from "../record/user_error.ts";
import { Answering } from "./answering.ts";
import { Engine } from "./engine.ts";
import type { Asker, EngineMessage, EngineRequest, EngineSettings, Question } from "./messages.ts";

/** Milliseconds to the first snapshot, so that the first records are on the screen at once. */
const FIRST_SNAPSHOT = 40;

declare const self: DedicatedWorkerGlobalScope;

const stop = new AbortController();
let engine: Engine | null = null;
/** Who asks gets answers from searches of their own. */
const answering = new Map<Asker, Answering>();
let interval = 1_000;
/** The screen has drawn the last snapshot; it wants the next one when its time comes. */
let taken = true;
let due = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function post(message: EngineMessage): void {
  self.postMessage(message);
}

self.onmessage = ({ data: request }: MessageEvent<EngineRequest>) => {
  switch (request.kind) {
    case "start":
      interval = request.settings.interval;
      start(request.settings);
      break;
    case "taken":
      taken = true;
      if (due) sendSnapshot();
      break;
    case "ask":
      void reply(request.id, request.question, request.asker ?? "screen");
      break;
    case "endScan":
      answering.get(request.asker ?? "screen")?.endScan();
      break;
    case "reset":
      engine?.reset();
      for (const each of answering.values()) each.endScan();
      sendSnapshot();
      break;
    case "interval":
      interval = request.milliseconds;
      schedule(interval);
      break;
    case "stop":
      stop.abort();
  }
};

// The screen stands already while this is loaded.
post({ kind: "loaded" });

async function reply(id: number, question: Question, asker: Asker): Promise<void> {
  const answer = await answering.get(asker)?.answer(question) ??
    { kind: "error" as const, message: "The engine has not started" };
  post({ kind: "answer", id, answer });
}

/** Snapshots are coalesced: one is sent when its time has come and the last one was taken. */
function sendSnapshot(): void {
  if (engine === null) return;
  due = !taken;
  if (due) return;
  taken = false;
  post({ kind: "snapshot", snapshot: engine.snapshot() });
}

function schedule(milliseconds: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    sendSnapshot();
    schedule(interval);
  }, milliseconds);
}

async function start(settings: EngineSettings): Promise<void> {
  try {
    engine = new Engine(settings, { notice: (notice) => post({ kind: "notice", notice }) });
    for (const asker of ["screen", "entry", "model"] as const) {
      answering.set(asker, new Answering(engine, settings.timeZone, () => post({ kind: "loaded" })));
    }
    schedule(FIRST_SNAPSHOT);
    await engine.run(stop.signal);
    clearTimeout(timer);
    sendSnapshot();
  } catch (error) {
    if (error instanceof UserError) {
      return post({ kind: "failed", message: error.message, exitCode: error.exitCode });
    }
    const message = error instanceof Error ? error.stack ?? error.message : String(error);
    post({ kind: "failed", message, exitCode: 1 });
  }
}
