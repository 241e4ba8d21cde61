import type { AiMessage, AiRequest, SettingsData } from "../ai/protocol.ts";
import type { AiLink, EngineLink } from "../dashboard/run.ts";
import { HERE, stateFolder } from "../settings/places.ts";
import type { Settings } from "../settings/settings.ts";
import { SETTING_NAMES } from "../settings/table.ts";

/** Questions of the model's worker have numbers from here on, those of the screen lower ones. */
const FIRST = 1_000_000_000;

/**
 * A worker for models beside the engine: started with the first request to it, it asks the engine the questions that
 * the screen asks. Answers both links; the engine's must be used in place of the given one.
 */
export function withAi(
  engine: EngineLink,
  settings: Settings,
): { link: EngineLink; ai: AiLink; stop(): void } {
  let worker: Worker | null = null;
  let told: (message: AiMessage) => void = () => {};

  const start = (): Worker => {
    const started = new Worker(new URL("../ai/worker.ts", import.meta.url), { type: "module" });
    started.onmessage = ({ data }: MessageEvent<AiMessage>) => {
      if (data.kind === "question") {
        engine.post({ kind: "ask", id: FIRST + data.id, question: data.question, asker: "model" });
      } else if (data.kind === "idle") engine.post({ kind: "endScan", asker: "model" });
      else told(data);
    };
    started.onerror = (event) => {
      event.preventDefault();
      worker = null;
      told({ kind: "notice", text: `The model's worker stopped: ${event.message}` });
    };
    post(started, { kind: "start", settings: dataOf(settings), stateFolder: stateFolder(HERE) });
    return started;
  };

  return {
    stop() {
      worker?.terminate();
      worker = null;
    },
    ai: {
      post: (request) => post(worker ??= start(), request),
      listen: (listener) => told = listener,
    },
    link: {
      post: (request) => engine.post(request),
      follow: () => engine.follow(),
      listen: (listener) =>
        engine.listen((message) => {
          if (message.kind !== "answer" || message.id < FIRST) return listener(message);
          if (worker) post(worker, { kind: "answer", id: message.id - FIRST, answer: message.answer });
        }),
    },
  };
}

function post(worker: Worker, request: AiRequest): void {
  worker.postMessage(request);
}

function dataOf(settings: Settings): SettingsData {
  const values = SETTING_NAMES.map((name) => ({
    name,
    value: plain(settings.get(name)),
    origin: settings.origin(name),
  }));
  return { values, folder: settings.folder };
}

/** A copy that can be posted. */
function plain(value: unknown): unknown {
  return value === null || typeof value !== "object" ? value : JSON.parse(JSON.stringify(value));
}
