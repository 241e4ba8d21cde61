import { Engine } from "../../src/engine/engine.ts";
import { Firsts } from "../../src/ai/firsts.ts";
import type { Ask } from "../../src/ai/evidence.ts";
import { QueryError } from "../../src/query/query.ts";

/** A real engine that has read this log, and how to ask it. */
export async function readLog(text: string, logBuffer = 100_000): Promise<Ask> {
  return (await readLogWithFirsts(text, logBuffer)).ask;
}

/** The same, with the first records of patterns. */
export async function readLogWithFirsts(
  text: string,
  logBuffer: number,
): Promise<{ ask: Ask; firsts: Firsts }> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/app.log`;
  await Deno.writeTextFile(path, text);
  const firsts: Firsts = new Firsts({
    source: (source) => engine.sourceName(source),
    format: (format) => engine.formatName(format),
    patternOf: (leaf) => engine.patterns.resolve(leaf),
  });
  const engine: Engine = new Engine({
    files: [path],
    follow: false,
    endless: false,
    receiver: null,
    logBuffer,
    memorySize: 10_000,
    stopWords: [],
    format: null,
    customFormats: {},
    timeZone: "UTC",
    since: null,
    until: null,
    interval: 1000,
  }, { notice() {}, batch: (batch) => firsts.add(batch, engine.patterns.leafOf) });
  await engine.run(new AbortController().signal);
  await Deno.remove(folder, { recursive: true });
  const ask: Ask = (question) => {
    try {
      return Promise.resolve(engine.ask(question));
    } catch (error) {
      if (error instanceof QueryError) return Promise.resolve({ kind: "error", message: error.message });
      throw error;
    }
  };
  return { ask, firsts };
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
