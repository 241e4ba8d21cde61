/**
 * Makes the pictures of the documentation from real runs over the sample logs: `deno run -A
 * scripts/screenshots.ts` writes docs/pictures/*.svg.
 */
import { startEngine } from "../src/cli/engine_link.ts";
import { installedSkins } from "../src/cli/installed_skins.ts";
import { Looks } from "../src/cli/looks.ts";
import { draw } from "../src/dashboard/draw.ts";
import { keymapWith } from "../src/dashboard/keymap.ts";
import type { Message } from "../src/dashboard/message.ts";
import { initialState, type State } from "../src/dashboard/state.ts";
import { update } from "../src/dashboard/update.ts";
import { CellBuffer } from "../src/terminal/buffer.ts";
import { svg } from "../src/terminal/svg.ts";

interface Picture {
  name: string;
  width: number;
  height: number;
  skin: string;
  /** Keys pressed once everything is read; a text of several letters is typed into a field. */
  keys: string[];
}

const PICTURES: Picture[] = [
  { name: "dashboard", width: 160, height: 45, skin: "default", keys: [] },
  { name: "filter", width: 120, height: 36, skin: "default", keys: ["/", "severity>=error", "enter"] },
  { name: "entry", width: 120, height: 36, skin: "default", keys: ["e", "enter"] },
  { name: "narrow", width: 80, height: 24, skin: "default", keys: [] },
  { name: "light", width: 120, height: 36, skin: "github-light", keys: [] },
];

// Names in the pictures are as somebody in the project's folder would give them.
Deno.chdir(`${import.meta.dirname!}/..`);
const samples = [...Deno.readDirSync("samples")].map(({ name }) => name).toSorted();
const installed = installedSkins(null);

async function picture({ name, width, height, skin, keys }: Picture): Promise<void> {
  const looks = await Looks.load(installed, skin);
  const look = looks.of(skin, false);
  const buffer = new CellBuffer(width, height);
  const link = startEngine({
    files: samples.map((file) => `samples/${file}`),
    follow: false,
    endless: false,
    logBuffer: 100_000,
    memorySize: 10_000,
    stopWords: [],
    format: null,
    customFormats: {},
    timeZone: "UTC",
    since: null,
    until: null,
    interval: 100,
    receiver: null,
  });
  const info = {
    version: "",
    inputs: samples,
    piped: false,
    follow: false,
    logBuffer: 100_000,
    skins: [skin],
    keymap: keymapWith(),
    colored: true,
  };
  let state: State = initialState(info, { width, height, now: Date.now(), interval: 100, skin });
  const dispatch = (message: Message) => {
    const [next, commands] = update({ ...state, now: Date.now() }, message);
    state = next;
    for (const command of commands) if (command.kind === "post") link.post(command.request);
    draw(state, buffer, look);
  };
  link.listen((message) => dispatch({ kind: "engine", message }));
  await until(() => state.phase === "ended" && state.log.asked === null);
  for (const key of keys) {
    const letters = key.length > 1 && !["enter", "esc", "tab"].includes(key) ? [...key] : [key];
    for (const letter of letters) {
      dispatch({ kind: "key", key: letter, text: letter.length === 1 ? letter : "" });
    }
    dispatch({ kind: "tick", now: Date.now() });
    // What a key asks of the engine is answered in the next turns.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 60));
  }
  // Rankings are sorted once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  dispatch({ kind: "tick", now: Date.now() });
  const dark = !skin.includes("light");
  const colours = { foreground: dark ? 0xd8dee9 : 0x24292f, background: dark ? 0x14171c : 0xffffff };
  Deno.mkdirSync("docs/pictures", { recursive: true });
  Deno.writeTextFileSync(
    `docs/pictures/${name}.svg`,
    svg(buffer, { ...colours, title: `weir ${name}` }),
  );
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

for (const wanted of PICTURES) await picture(wanted);
Deno.exit(0);
