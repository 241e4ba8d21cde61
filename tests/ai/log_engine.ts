import { Firsts } from "../../src/ai/firsts.ts";
import { type Ask, Questions } from "../../src/ai/questions.ts";
import { Answering } from "../../src/engine/answering.ts";
import { Engine } from "../../src/engine/engine.ts";
import { engineSettings } from "../engine/settings.ts";

/** How a log is read. */
export interface Reading {
  /** Records held. */
  readonly logBuffer?: number;
  /** The filter that it is read with. */
  readonly where?: string;
  /** The file is compressed: what is not held of it cannot be read again. */
  readonly compressed?: boolean;
}

/** A log that was read, and how to ask about it. */
export interface ReadLog extends AsyncDisposable {
  readonly ask: Ask;
  readonly firsts: Firsts;
}

/** A real engine that has read this log, and how to ask it; the file is gone. */
export async function readLog(text: string, logBuffer = 100_000): Promise<Ask> {
  const { ask, [Symbol.asyncDispose]: end } = await openLog(text, { logBuffer });
  await end();
  return ask;
}

/** A real engine that has read this log from a file, which is there until this is disposed of. */
export async function openLog(text: string, reading: Reading = {}): Promise<ReadLog> {
  const { logBuffer = 100_000, where, compressed = false } = reading;
  const folder = await Deno.makeTempDir();
  const path = `${folder}/app.log${compressed ? ".gz" : ""}`;
  const bytes = new Blob([text]).stream();
  await Deno.writeFile(path, compressed ? bytes.pipeThrough(new CompressionStream("gzip")) : bytes);
  const firsts: Firsts = new Firsts({
    source: (source) => engine.sourceName(source),
    format: (format) => engine.formatName(format),
    patternOf: (leaf) => engine.patterns.resolve(leaf),
  });
  const engine: Engine = new Engine(engineSettings({ files: [path], logBuffer, where }), {
    notice() {},
    batch: (batch) => firsts.add(batch, engine.patterns.leafOf),
  });
  await engine.run(new AbortController().signal);
  const answering = new Answering(engine, "UTC");
  return {
    ask: (question) => answering.answer(question),
    firsts,
    async [Symbol.asyncDispose]() {
      answering.end();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Questions that nothing ends, with time enough. */
export function questionsOf(ask: Ask): Questions {
  return new Questions(ask, new AbortController().signal, 20_000);
}

/** A log of ordinary lines, one a second, with other lines put in at places (by number of line, from 0). */
export function usualLog(lines: number, planted: Record<number, string> = {}): string {
  let text = "";
  for (let n = 0; n < lines; n++) {
    const time = new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
    const usual = n % 3 === 0
      ? `INFO gateway handled GET /items/${n} with 200 in ${n % 97} ms`
      : n % 3 === 1
      ? `INFO worker job ${n} done in ${n % 13} s`
      : `DEBUG cache hit for key user:${n}`;
    text += `${time} ${planted[n] ?? usual}\n`;
  }
  return text;
}
