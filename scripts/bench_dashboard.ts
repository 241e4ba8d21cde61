/**
 * Measures the dashboard: what a frame of 200×60 takes to draw and diff while 20 records come with each, the bytes
 * that are written at 160×45 for 20 lines a second and when the whole list is replaced, and, with the program itself
 * in a pseudo-terminal, the time from a key to the changed screen while records stream in.
 * `deno task bench:dashboard [records]`; a million if not given. `WEIR_PROGRAM` names another program to measure.
 */
import process from "node:process";
import pty from "@lydell/node-pty";
import { draw } from "../src/dashboard/draw.ts";
import { makeLook } from "../src/dashboard/skin.ts";
import { parseSkin } from "../src/dashboard/skin_yaml.ts";
import { CellBuffer } from "../src/terminal/buffer.ts";
import { UNICODE_GLYPHS } from "../src/terminal/glyphs.ts";
import { Screen } from "../src/terminal/screen.ts";
import { Driver } from "../tests/dashboard/driver.ts";
import { sampleRow } from "../tests/dashboard/fake_engine.ts";
import { writeBenchFiles } from "./bench_data.ts";

const here = import.meta.dirname!;
const records = Number(Deno.args[0] ?? 1_000_000);
const skin = parseSkin(Deno.readTextFileSync(`${here}/../skins/nord.yml`), "nord.yml");
const look = makeLook(skin, UNICODE_GLYPHS);

/** Milliseconds between two keys. */
const KEY_INTERVAL = 60;
const FRAMES = 1000;

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Milliseconds of processor time that this process took: the turns of others are not in it. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A dashboard over a sample log, on a screen whose bytes are counted. */
class Counted {
  readonly driver: Driver;
  readonly #buffer: CellBuffer;
  readonly #screen: Screen;
  #count: number;
  bytes = 0;

  constructor(width: number, height: number, count: number) {
    this.#count = count;
    this.driver = new Driver(width, height, { records: count });
    this.#buffer = new CellBuffer(width, height);
    const can = { color: "truecolor", ascii: false, modern: false } as const;
    this.#screen = new Screen((bytes) => this.bytes += bytes.length, can);
    this.draw();
  }

  /** More records come to the list; with `counted` the panels get their counts too. */
  grow(by: number, counted: boolean): void {
    this.#count += by;
    if (counted) return this.driver.read(this.#count);
    const { log } = this.driver.state;
    const first = log.first + by;
    const rows = log.rows.map((_, place) => sampleRow(log.from + by + place));
    this.driver.state = {
      ...this.driver.state,
      log: { ...log, rows, first, from: log.from + by, top: log.top + by, cursor: log.cursor + by },
    };
  }

  draw(): void {
    draw(this.driver.state, this.#buffer, look);
    this.#screen.draw(this.#buffer);
  }
}

function measureFrames(): void {
  const screen = new Counted(200, 60, 1000);
  const times: number[] = [];
  let processor = 0;
  for (let frame = 0; frame < FRAMES + 100; frame++) {
    screen.grow(20, frame % 60 === 0);
    const before = performance.now();
    const cpu = processorTime();
    screen.draw();
    if (frame < 100) continue;
    times.push(performance.now() - before);
    processor += processorTime() - cpu;
  }
  print("a frame of 200×60 with 20 new rows, drawn and diffed", [
    `processor ${(processor / times.length).toFixed(2)} ms`,
    `mean ${mean(times).toFixed(2)} ms`,
    `p99 ${quantile(times, 0.99).toFixed(2)} ms`,
  ]);
}

function measureBytes(): void {
  const screen = new Counted(160, 45, 5000);
  const perUpdate: number[] = [];
  for (let second = 0; second < 60; second++) {
    screen.bytes = 0;
    screen.grow(20, true);
    screen.draw();
    perUpdate.push(screen.bytes);
  }
  print("an update of 160×45 at 20 lines a second", [
    `mean ${mean(perUpdate).toFixed(0)} bytes`,
    `most ${Math.max(...perUpdate)} bytes`,
  ]);
  screen.driver.keys("f");
  screen.draw();
  const perCell: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    screen.bytes = 0;
    screen.grow(331, true);
    screen.draw();
    perCell.push(screen.bytes / (160 * 45));
  }
  print("the whole list replaced", [
    `mean ${mean(perCell).toFixed(2)} bytes a cell`,
    `most ${Math.max(...perCell).toFixed(2)} bytes a cell`,
  ]);
}

/** Presses `?` and `q` in turns while the log streams in by a pipe; answers the milliseconds to the help's text. */
function measureKeys(file: string): Promise<number[]> {
  const weir = Deno.env.get("WEIR_PROGRAM")?.split(" ") ??
    [Deno.execPath(), "run", "-A", "--quiet", "--config", `${here}/../deno.json`, `${here}/../main.ts`];
  const program = pty.spawn("sh", ["-c", `cat '${file}' | "$@"`, "sh", ...weir], {
    cols: 200,
    rows: 60,
    name: "xterm-256color",
    env: {
      ...Deno.env.toObject(),
      COLORTERM: "truecolor",
      XDG_CONFIG_HOME: file + ".none",
      XDG_STATE_HOME: file + ".state",
    },
    encoding: null,
  });
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const decoder = new TextDecoder();
  const times: number[] = [];
  let seen = "";
  let pressed = 0;
  let ended = false;
  const press = () => {
    if (ended) return;
    seen = "";
    pressed = performance.now();
    program.write("?");
  };
  program.onData((data) => {
    seen += decoder.decode(data as unknown as Uint8Array, { stream: true });
    // The stream is over: what follows would be measured at rest.
    if (seen.includes("ended") && times.length > 0) {
      ended = true;
      program.write("\x03");
    } else if (pressed === 0 && seen.includes("records")) {
      setTimeout(press, KEY_INTERVAL);
      pressed = Infinity;
    } else if (Number.isFinite(pressed) && pressed > 0 && seen.includes("One row up")) {
      times.push(performance.now() - pressed);
      pressed = Infinity;
      program.write("q");
      setTimeout(press, KEY_INTERVAL);
    }
  });
  program.onExit(() => resolve(times));
  return promise;
}

function print(what: string, figures: string[]): void {
  console.log(`${what.padEnd(56)}${figures.join("   ")}`);
}

measureFrames();
measureBytes();
const folder = Deno.makeTempDirSync({ prefix: "weir-bench-" });
try {
  const times = await measureKeys(writeBenchFiles(folder, records).json);
  print(`a key, to its effect, while ${records} lines stream in`, [
    `p50 ${quantile(times, 0.5).toFixed(1)} ms`,
    `p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    `of ${times.length} keys`,
  ]);
} finally {
  Deno.removeSync(folder, { recursive: true });
}
