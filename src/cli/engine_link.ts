import type { EngineLink } from "../dashboard/run.ts";
import type { EngineMessage, EngineSettings } from "../engine/messages.ts";

/** Starts the engine in a worker of its own; it reads from the moment somebody listens. */
export function startEngine(settings: EngineSettings): EngineLink {
  let worker = newWorker();
  let told: (message: EngineMessage) => void = () => {};
  const start = (settings: EngineSettings) => {
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => told(data);
    worker.onerror = (event) => {
      event.preventDefault();
      told({ kind: "failed", message: `The engine stopped: ${event.message}`, exitCode: 1 });
    };
    worker.postMessage({ kind: "start", settings });
  };
  return {
    post: (request) => worker.postMessage(request),
    listen(listener) {
      told = listener;
      start(settings);
    },
    follow() {
      worker.onmessage = null;
      worker.terminate();
      worker = newWorker();
      start({ ...settings, follow: true });
    },
  };
}

function newWorker(): Worker {
  return new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
}
