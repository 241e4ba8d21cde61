/**
 * Makes the pictures of the documentation: real runs of the dashboard on the sample logs, drawn into cells, as SVG in
 * `docs/pictures`. `deno run -A scripts/screenshots.ts`
 */
import { engineSettings } from "../tests/engine/settings.ts";
import { startEngine } from "../src/cli/engine_link.ts";
import { draw } from "../src/dashboard/draw.ts";
import { keymapWith } from "../src/dashboard/keymap.ts";
import type { Message } from "../src/dashboard/message.ts";
import { loadSkin } from "../src/dashboard/load_skin.ts";
import { makeLook } from "../src/dashboard/skin.ts";
import { initialState } from "../src/dashboard/initial_state.ts";
import type { State } from "../src/dashboard/state.ts";
import { update } from "../src/dashboard/update.ts";
import { CellBuffer } from "../src/terminal/buffer.ts";
import { UNICODE_GLYPHS } from "../src/terminal/glyphs.ts";
import { styleBackground, styleForeground } from "../src/terminal/style.ts";
import { svg } from "../src/terminal/svg.ts";

const ROOT = `${import.meta.dirname}/..`;
const PICTURES = `${ROOT}/docs/pictures`;
/** What the terminal's own colours are, where a skin leaves them. */
const OWN = { foreground: 0xd8dee9, background: 0x14181f };
/** Long enough for a slow machine; nothing waits for it otherwise. */
const DEADLINE = 30_000;

interface Picture {
  name: string;
  width: number;
  height: number;
  skin: string;
  /** Keys by their canonical names; `type:` types text. */
  keys: string[];
}

const PICTURES_MADE: Picture[] = [
  { name: "dashboard", width: 160, height: 45, skin: "default", keys: [] },
  { name: "narrow", width: 80, height: 24, skin: "nord", keys: [] },
  {
    name: "filter",
    width: 120,
    height: 36,
    skin: "dracula",
    keys: ["/", "type:severity>=warn service=payments", "enter"],
  },
  {
    name: "entry",
    width: 120,
    height: 36,
    skin: "gruvbox",
    keys: ["/", "type:severity>=error", "enter", "enter"],
  },
  { name: "light", width: 120, height: 36, skin: "github-light", keys: ["3", "down"] },
];

/** A run of the dashboard without a terminal. */
class Run {
  state: State;
  readonly #link;
  #told = Promise.withResolvers<void>();
  /** Questions that were not answered yet. */
  #open = new Set<number>();

  constructor({ width, height, skin }: Picture, files: string[]) {
    this.state = initialState({
      version: "0.1.0",
      inputs: files,
      piped: false,
      follow: false,
      logBuffer: 10_000,
      timeZone: "UTC",
      skins: [skin],
      keymap: keymapWith(),
      colored: true,
    }, { width, height, now: Date.now(), interval: 200, skin, zone: "utc" });
    this.#link = startEngine(engineSettings({ files, logBuffer: 10_000, interval: 200 }));
    this.#link.listen((message) => this.send({ kind: "engine", message }));
  }

  send(message: Message): void {
    if (message.kind === "engine" && message.message.kind === "answer") this.#open.delete(message.message.id);
    const [state, commands] = update({ ...this.state, now: Date.now() }, message);
    this.state = state;
    for (const command of commands) {
      if (command.kind !== "post") continue;
      if (command.request.kind === "ask") this.#open.add(command.request.id);
      this.#link.post(command.request);
    }
    this.#told.resolve();
    this.#told = Promise.withResolvers();
  }

  /** Waits until all was read and every question was answered. */
  async settle(): Promise<void> {
    const late = setTimeout(() => {
      throw new Error(`The engine did not answer: ${this.state.failure ?? this.state.phase}`);
    }, DEADLINE);
    while (this.state.phase !== "ended" || this.#open.size > 0) await this.#told.promise;
    clearTimeout(late);
  }

  press(key: string): void {
    const typed = key.startsWith("type:") ? Array.from(key.slice(5)) : [key];
    for (const each of typed) {
      const name = each === " " ? "space" : each;
      this.send({ kind: "key", key: name, text: Array.from(each).length === 1 ? each : "" });
    }
  }
}

async function make(picture: Picture, files: string[]): Promise<string> {
  const run = new Run(picture, files);
  await run.settle();
  for (const key of picture.keys) {
    run.press(key);
    await run.settle();
  }
  run.send({ kind: "tick", now: Date.now() });
  await run.settle();
  // What the status line said for a moment is gone in the picture.
  run.state = { ...run.state, flash: null };
  const look = makeLook(await loadSkin(`${ROOT}/skins/${picture.skin}.yml`), UNICODE_GLYPHS);
  const buffer = new CellBuffer(picture.width, picture.height);
  draw(run.state, buffer, look);
  const own = (color: number, otherwise: number) => color < 0 ? otherwise : color;
  return svg(buffer, {
    foreground: own(styleForeground(look.tones.text), OWN.foreground),
    background: own(styleBackground(look.tones.text), OWN.background),
    title: "weir demo",
  });
}

Deno.chdir(`${ROOT}/samples`);
const files = [...Deno.readDirSync(".")].map(({ name }) => name).sort();
await Deno.mkdir(PICTURES, { recursive: true });
for (const picture of PICTURES_MADE) {
  await Deno.writeTextFile(`${PICTURES}/${picture.name}.svg`, await make(picture, files));
  console.log(`docs/pictures/${picture.name}.svg`);
}
Deno.exit(0);
