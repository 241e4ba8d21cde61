import { assertEquals } from "@std/assert";
import { Engine } from "../../src/engine/engine.ts";
import type { Answer } from "../../src/engine/messages.ts";
import { Scan } from "../../src/engine/scan.ts";
import { answered } from "./answered.ts";
import { engineSettings } from "./settings.ts";

/** Central Europe put its clocks back at this moment: 02:00 to 03:00 came twice. */
const TURNED = Date.UTC(2026, 9, 25, 1);
const MINUTE = 60_000;

/** A line every `step` minutes from two hours before to three after it, each telling its instant. */
function lines(step: number, written: (instant: number) => string): string {
  let text = "";
  for (let at = TURNED - 120 * MINUTE; at < TURNED + 180 * MINUTE; at += step * MINUTE) {
    text += `${written(at)} INFO instant ${at} ${"x".repeat(900)}\n`;
  }
  return text;
}

function wall(instant: number): string {
  const offset = instant < TURNED ? 120 : 60;
  return new Date(instant + offset * MINUTE).toISOString().slice(0, -1).replace("T", " ");
}

async function read(text: string, timeZone = "Europe/Berlin") {
  const folder = await Deno.makeTempDir({ prefix: "weir-hour-" });
  const path = `${folder}/app.log`;
  await Deno.writeTextFile(path, text);
  const engine = new Engine(engineSettings({ files: [path], timeZone, logBuffer: 50 }), { notice() {} });
  await engine.run(new AbortController().signal);
  return { engine, [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }) };
}

/** Milliseconds by which the rows' times are off. */
function errors(answer: Answer): number[] {
  const { rows } = answered(answer, "rows");
  const off = rows.map(({ record }) => record.time! - Number(/instant (\d+)/.exec(record.raw)![1]));
  return [...new Set(off)];
}

Deno.test("of an hour that the clocks showed twice, times without a zone are told apart by the records before", async () => {
  using run = await read(lines(0.05, wall));
  assertEquals(run.engine.ingestion.health().map(({ late, records }) => [late, records]), [[0, 6000]]);
  const scan = new Scan({ ...run.engine.scanSettings("instant"), search: true });
  while (!scan.ended) scan.step();
  const all = scan.ask({ kind: "rows", end: null, count: 6000 });
  assertEquals(answered(all, "rows").rows.length, 6000);
  assertEquals(errors(all), [0]);
  scan.close();
});

Deno.test("so they are in records that are held", async () => {
  using run = await read(lines(6, wall));
  assertEquals(errors(run.engine.ask({ kind: "rows", end: null, count: 50 })), [0]);
});

Deno.test("times with a zone stay as they are", async () => {
  using run = await read(lines(5, (instant) => new Date(instant).toISOString()));
  assertEquals(errors(run.engine.ask({ kind: "rows", end: null, count: 50 })), [0]);
});
