import { Engine } from "../../../src/engine/engine.ts";
import type { Summary } from "../../../src/record/summary.ts";
import { engineSettings } from "../../engine/settings.ts";

/** What the engine says of a log. */
export async function summaryOf(text: string): Promise<Summary> {
  const path = await Deno.makeTempFile({ suffix: ".log" });
  try {
    await Deno.writeTextFile(path, text);
    return await summaryOfPaths([path]);
  } finally {
    await Deno.remove(path);
  }
}

/** What the engine says of several files with these names. */
export async function summaryOfFiles(texts: readonly { name: string; text: string }[]): Promise<Summary> {
  const folder = await Deno.makeTempDir();
  try {
    const paths = texts.map(({ name }) => `${folder}/${name}`);
    for (const [at, { text }] of texts.entries()) await Deno.writeTextFile(paths[at], text);
    return await summaryOfPaths(paths);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function summaryOfPaths(files: string[]): Promise<Summary> {
  const settings = engineSettings({ files, logBuffer: 10, memorySize: 1000 });
  const engine = new Engine(settings, { notice: () => {} });
  await engine.run(new AbortController().signal);
  return engine.summary();
}
