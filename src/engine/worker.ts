/// <reference lib="deno.worker" />
import { UserError } from "../record/user_error.ts";
import { QueryError } from "../query/query.ts";
import { Engine } from "./engine.ts";
import { isCostly } from "../query/costly.ts";
import { parseQuery } from "../query/parse.ts";
import { Judge, TooCostly } from "./judge.ts";
import { Scans } from "./scans.ts";
import type { Answer, EngineMessage, EngineRequest, EngineSettings, Question, Row } from "./messages.ts";

/** Milliseconds to the first snapshot, so that the first records are on the screen at once. */
const FIRST_SNAPSHOT = 40;

declare const self: DedicatedWorkerGlobalScope;

const stop = new AbortController();
let engine: Engine | null = null;
let judge = new Judge("UTC");
const scans = new Scans({
  settings: (where) => running().scanSettings(where),
  files: () => running().scannedFiles(),
  patterns: () => running().knownPatterns(),
});

function running(): Engine {
  if (engine === null) throw new Error("The engine has not started");
  return engine;
}
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
      judge = new Judge(request.settings.timeZone);
      start(request.settings);
      break;
    case "taken":
      taken = true;
      if (due) sendSnapshot();
      break;
    case "ask":
      void reply(request.id, request.question);
      break;
    case "endScan":
      scans.end();
      break;
    case "reset":
      engine?.reset();
      scans.end();
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

/** From the files where the question asks for that, or for a record that is not held any more. */
async function reply(id: number, question: Question): Promise<void> {
  post({ kind: "answer", id, answer: await answer(question) });
}

function answer(question: Question): Answer | Promise<Answer> {
  if (engine === null) return { kind: "error", message: "The engine has not started" };
  try {
    const whole = "whole" in question && question.whole === true;
    if (whole || (question.kind === "record" && !engine.holds(question.id))) return scans.ask(question);
    const where = "where" in question ? question.where ?? "" : "";
    const wanted = question.kind === "find" ? question.wanted : "";
    if (isCostly(parseQuery(where)) || isCostly(parseQuery(wanted))) {
      return answerCostly(engine, question, where);
    }
    return answerHeld(engine, question);
  } catch (error) {
    if (error instanceof QueryError) return { kind: "error", message: error.message };
    throw error;
  }
}

function answerHeld(engine: Engine, question: Question): Answer | Promise<Answer> {
  return question.kind === "find" ? engine.find(question, verdictsOf) : engine.ask(question);
}

function verdictsOf(where: string, rows: Row[], reference: number): Promise<boolean[]> {
  return judge.verdicts(where, rows, reference);
}

/** The next costly question waits until the last was answered: the filter's rows are told apart one piece at a time. */
let costly: Promise<unknown> = Promise.resolve();

function answerCostly(engine: Engine, question: Question, where: string): Promise<Answer> {
  const answered = costly.then(async (): Promise<Answer> => {
    try {
      if (isCostly(parseQuery(where))) await engine.settle(where, verdictsOf);
      return await answerHeld(engine, question);
    } catch (error) {
      if (error instanceof TooCostly || error instanceof QueryError) {
        return { kind: "error", message: error.message };
      }
      throw error;
    }
  });
  costly = answered.catch(() => {});
  return answered;
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
    schedule(FIRST_SNAPSHOT);
    await engine.run(stop.signal);
    clearTimeout(timer);
    sendSnapshot();
  } catch (error) {
    const usage = error instanceof UserError;
    const message = usage
      ? error.message
      : error instanceof Error
      ? error.stack ?? error.message
      : String(error);
    post({ kind: "failed", message, usage, exitCode: usage ? error.exitCode : 1 });
  }
}
