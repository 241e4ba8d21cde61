/// <reference lib="deno.worker" />
import type { Answer } from "../engine/messages.ts";
import { UserError } from "../record/user_error.ts";
import { Settings } from "../settings/settings.ts";
import type { AnswerEvent } from "./answer.ts";
import { Assistant } from "./assistant.ts";
import { AiFailure } from "./failure.ts";
import { GatheredEvents } from "./gathered.ts";
import { dayOf, Ledger } from "./ledger.ts";
import { batchOf, QUESTIONS, splitBatch } from "./prompt.ts";
import type { AiMessage, AiRequest, Asked, ModelRow } from "./protocol.ts";
import { ranked } from "./model_names.ts";
import { CLOCK } from "./retry.ts";

declare const self: DedicatedWorkerGlobalScope;

interface Waiting {
  readonly id: number;
  readonly asked: Asked;
}

let assistant: Assistant | null = null;
let settings: Settings | null = null;
let broken: AiFailure | null = null;
let running = new AbortController();
let busy = false;
let queue: Waiting[] = [];
let nextQuestion = 1;
const answers = new Map<number, (answer: Answer) => void>();

function post(message: AiMessage): void {
  self.postMessage(message);
}

self.onmessage = ({ data: request }: MessageEvent<AiRequest>) => {
  switch (request.kind) {
    case "start":
      return start(request);
    case "ask":
      queue.push({ id: request.id, asked: worded(request.asked) });
      return void work();
    case "compare":
      return void compare(request);
    case "preview":
      return void preview(request.asked);
    case "models":
      return void listModels();
    case "choose":
      return assistant?.choose(request.choice);
    case "cancel":
      for (const { id } of queue) post({ kind: "failed", id, failure: "cancelled", message: "Cancelled" });
      queue = [];
      running.abort();
      running = new AbortController();
      return;
    case "clear":
      return assistant?.clear();
    case "answer":
      answers.get(request.id)?.(request.answer);
      answers.delete(request.id);
  }
};

post({ kind: "loaded" });

/** Without a question the one of the kind of analysis is meant. */
function worded(asked: Asked): Asked {
  return asked.question.trim() === "" ? { ...asked, question: QUESTIONS[asked.kind] } : asked;
}

function start({ settings: data, stateFolder }: AiRequest & { kind: "start" }): void {
  const resolved = new Map(data.values.map(({ name, value, origin }) => [name, { value, origin }]));
  settings = new Settings(resolved, [], data.folder);
  try {
    assistant = new Assistant({
      settings,
      ask: (question) =>
        new Promise((resolve) => {
          const id = nextQuestion++;
          answers.set(id, resolve);
          post({ kind: "question", id, question });
        }),
      ledger: new Ledger(stateFolder),
      world: {
        environment: (name) => Deno.env.get(name),
        clock: CLOCK,
        notice: (text) => post({ kind: "notice", text }),
      },
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    broken = new AiFailure("refused", error.message);
  }
}

async function compare({ asked, models }: AiRequest & { kind: "compare" }): Promise<void> {
  const { signal } = running;
  const inquiry = worded(asked);
  await Promise.all(
    models.map(({ id, ...choice }) => tell(id, (assistant) => assistant.compare(inquiry, choice, signal))),
  );
  if (!busy) post({ kind: "idle" });
}

/** Answers what waits, one after the other, or as one request where that is configured. */
async function work(): Promise<void> {
  if (busy) return;
  busy = true;
  for (;;) {
    const all = settings?.get("ai-batch-requests") ? queue.splice(0) : queue.splice(0, 1);
    if (all.length === 0) break;
    const { signal } = running;
    if (all.length === 1) await tell(all[0].id, (assistant) => assistant.put(all[0].asked, signal));
    else await together(all, signal);
  }
  busy = false;
  post({ kind: "idle" });
}

/** Several questions as one request; each gets its own part of the answer once that is whole. */
async function together(all: readonly Waiting[], signal: AbortSignal): Promise<void> {
  const asked = { ...all[0].asked, question: batchOf(all.map(({ asked }) => asked.question)) };
  const tellAll = (event: AnswerEvent) => all.forEach(({ id }) => post({ kind: "event", id, event }));
  try {
    for await (const event of usable().put(asked, signal)) {
      if (event.kind === "text") continue;
      if (event.kind !== "done") {
        tellAll(event);
        continue;
      }
      const parts = splitBatch(event.answer.text, all.length) ?? all.map(() => event.answer.text);
      for (const [place, { id }] of all.entries()) {
        post({ kind: "event", id, event: { kind: "text", text: parts[place] } });
        post({ kind: "event", id, event: { kind: "done", answer: { ...event.answer, text: parts[place] } } });
      }
    }
  } catch (error) {
    for (const { id } of all) fail(id, error);
  }
}

async function tell(id: number, ask: (assistant: Assistant) => AsyncGenerator<AnswerEvent>): Promise<void> {
  const events = new GatheredEvents((event) => post({ kind: "event", id, event }));
  try {
    for await (const event of ask(usable())) events.add(event);
  } catch (error) {
    events.flush();
    fail(id, error);
  }
}

function usable(): Assistant {
  if (assistant !== null) return assistant;
  throw broken ?? new AiFailure("refused", "The settings were not told");
}

function fail(id: number, error: unknown): void {
  const failure = failureOf(error);
  post({ kind: "failed", id, failure: failure.failure, message: failure.message });
}

/** A failure is told where the answer would stand; anything else is a bug, and told as one. */
function failureOf(error: unknown): AiFailure {
  if (error instanceof AiFailure) return error;
  const words = error instanceof Error ? error.message : String(error);
  return new AiFailure("refused", `This is a bug in weir: ${words}`);
}

async function preview(asked: Asked): Promise<void> {
  try {
    const outgoing = await usable().preview(worded(asked), running.signal);
    const { method, url, headers, body } = outgoing;
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    post({
      kind: "preview",
      text: [`${method} ${url}`, ...head, "", JSON.stringify(body, null, 2)].join("\n"),
    });
  } catch (error) {
    post({ kind: "preview", text: failureOf(error).message });
  }
}

async function listModels(): Promise<void> {
  const rows: ModelRow[] = [];
  const problems: string[] = [];
  const { signal } = running;
  try {
    const { connector, prices } = usable();
    for (const [place, target] of connector.targets.entries()) {
      try {
        const models = await connector.models(target, signal);
        const named = target.kind === "azure" ? [] : ranked(models, prices, dayOf(CLOCK.now()));
        for (const { name: model, loaded, context } of named) {
          const price = prices.find(model);
          rows.push({
            place,
            model,
            provider: target.name,
            address: target.address,
            context: context ?? price?.context ?? null,
            price: price === null ? null : { input: price.input, output: price.output },
            loaded: loaded ?? false,
          });
        }
      } catch (error) {
        problems.push(failureOf(error).message);
      }
    }
    const { connection, place } = await usable().current(signal);
    const current = { place, model: connection.model.name, why: connection.why };
    post({ kind: "models", rows, current, problems });
  } catch (error) {
    const { message } = failureOf(error);
    post({
      kind: "models",
      rows,
      current: null,
      problems: problems.includes(message) ? problems : [...problems, message],
    });
  }
}
