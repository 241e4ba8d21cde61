import { assert, assertEquals } from "@std/assert";
import { type Action, BINDINGS } from "../../src/dashboard/keymap.ts";
import { PtyProgram } from "./pty.ts";

const NOON = Date.UTC(2026, 10, 18, 12);
const RECORDS = 2000;
const HELD = 300;
/** The one whose line is longer than its column. */
const LONG = RECORDS - 13;

/** Requests, an error every tenth; from the last hundred on something new goes wrong. */
function sampleLog(count: number, from = 0): string {
  let text = "";
  for (let n = from; n < from + count; n++) {
    const [level, msg] = n >= RECORDS - 100 && n % 5 === 0
      ? ["error", `shard ${n} is out of disk space`]
      : n % 10 === 9
      ? ["error", `could not reach issuer ${n}: certificate expired`]
      : ["info", `handled request ${n} in ${String(n % 90).padStart(n === LONG ? 120 : 1, "0")} ms`];
    const time = new Date(NOON + n * 1000).toISOString();
    text += JSON.stringify({ time, level, service: level === "error" ? "payments" : "gateway", msg }) + "\n";
  }
  return text;
}

type Shows = (rows: string[], weir: PtyProgram, earlier: string[]) => boolean;

/** What a key does, as one sees it. */
interface Check {
  /** Pressed before the key, and what the screen shows then. */
  before?: readonly string[];
  ready?: Shows;
  shows: Shows;
  /** Pressed after it, to be where one was; Esc can only be the last, as what follows at once would be taken for Alt. */
  after?: readonly string[];
}

const text = (rows: string[]) => rows.join("\n").replaceAll(/(?<=\d),(?=\d{3})/g, "");
const has = (...wanted: (string | RegExp)[]): Shows => (rows) =>
  wanted.every((each) => typeof each === "string" ? text(rows).includes(each) : each.test(text(rows)));
const hasNot = (wanted: string): Shows => (rows) => !text(rows).includes(wanted);
const both = (...all: Shows[]): Shows => (...what) => all.every((shows) => shows(...what));
/** The number in the row under the cursor of the list; -1 without one. */
const cursor = (rows: string[]) =>
  Number(
    /(?:issuer|request|shard) (\d+)/.exec(rows.slice(15).find((row) => row.startsWith("▌")) ?? "")?.[1] ?? -1,
  );
const at = (number: number): Shows => (rows) => cursor(rows) === number;
const before = (number: number): Shows => (rows) => cursor(rows) >= 0 && cursor(rows) < number;
/** Where one begins and comes back to: the newest row, all panels, no filter. */
const atRest = both(
  at(RECORDS - 1),
  has("No filter", "Words", "Attributes", "Selected", "? keys"),
  hasNot("Esc back"),
);
/** A window with this title, which Esc closes. */
const opens = (...wanted: (string | RegExp)[]): Check => ({ shows: has(...wanted), after: ["esc"] });
/** A panel's title is bold while the panel has the focus. */
const focused = (title: string): Shows => (_rows, weir) => weir.find(title)?.cell.bold === true;
const finding: Shows = (rows) => rows[2].startsWith("▌");
const home = ["G"] as const;
const filtered: Check = { shows: has("Filter pattern=", "held match"), after: ["esc"] };

const CHECKS: Record<Action, Check> = {
  up: { shows: at(1998), after: home },
  down: { before: ["up", "up"], ready: at(1997), shows: at(1998), after: home },
  left: {
    before: ["up", "right", "right"],
    ready: (rows) => / {2}1998 in/.test(text(rows)),
    shows: (rows) => / {2}request 1998 in/.test(text(rows)),
    after: ["left", "G"],
  },
  right: {
    before: ["up"],
    ready: at(1998),
    shows: (rows) => / {2}request 1998 in/.test(text(rows)),
    after: ["left", "G"],
  },
  pageUp: { shows: before(1985), after: home },
  pageDown: {
    before: ["pageup", "pageup"],
    ready: before(1960),
    shows: (rows, _weir, earlier) => cursor(rows) > cursor(earlier) + 15,
    after: home,
  },
  halfUp: { shows: both(before(1992), (rows) => cursor(rows) > 1980), after: home },
  halfDown: {
    before: ["pageup", "pageup"],
    ready: before(1960),
    shows: (rows, _weir, earlier) =>
      cursor(rows) > cursor(earlier) + 5 && cursor(rows) < cursor(earlier) + 15,
    after: home,
  },
  first: { shows: at(RECORDS - HELD), after: home },
  last: { before: ["g"], ready: at(RECORDS - HELD), shows: at(1999) },
  placeBack: { before: ["g"], ready: at(RECORDS - HELD), shows: at(1999), after: home },
  placeForward: { before: ["g", "["], ready: at(1999), shows: at(RECORDS - HELD), after: home },

  nextPanel: { shows: finding, after: ["6"] },
  previousPanel: { shows: focused("Attributes"), after: ["6"] },
  panel1: { shows: finding, after: ["6"] },
  panel2: { shows: focused("Time by severity"), after: ["6"] },
  panel3: { shows: focused("Patterns"), after: ["6"] },
  panel4: { shows: focused("Words"), after: ["6"] },
  panel5: { shows: focused("Attributes"), after: ["6"] },
  panel6: {
    before: ["4"],
    ready: focused("Words"),
    shows: (rows, weir) => !focused("Words")(rows, weir, rows) && cursor(rows) === 1999,
  },
  zoom: { before: ["3"], ready: focused("Patterns"), shows: hasNot("Attributes"), after: ["z", "6"] },
  fullLog: { shows: hasNot("Attributes"), after: ["f"] },
  panels: opens("╭ Panels", "[x] 1  Needs a look"),

  filter: opens("Enter apply · Esc back", /Filter\s/),
  only: filtered,
  without: { shows: has("Filter -pattern=", "held match"), after: ["esc"] },
  toggleFilters: {
    before: ["+"],
    ready: has("held match"),
    shows: has("filters are off"),
    after: ["esc"],
  },
  filters: opens("╭ Filters", "No filters: "),
  charts: { before: ["+"], ready: has("· filtered, "), shows: hasNot("· filtered, "), after: ["=", "esc"] },
  whole: { shows: has("2000 of 2000  whole files"), after: ["A"] },
  severities: opens("╭ Severities", /\[x\] ERROR +\d+/),

  search: opens(/Search .*Esc back/),
  findNext: {
    before: ["s", "text:expired", "enter", "N"],
    ready: both(at(1989), has("Search expired")),
    shows: at(1999),
    after: ["G", "esc"],
  },
  findPrevious: {
    before: ["s", "text:expired", "enter"],
    ready: both(at(1999), has("Search expired")),
    shows: at(1989),
    after: ["G", "esc"],
  },
  nextError: { before: ["up", "up", "up"], ready: at(1996), shows: at(1999), after: home },
  previousError: { shows: at(1995), after: home },
  goToTime: { ...opens("Go to time"), after: ["esc"] },
  moreContext: {
    before: ["enter"],
    ready: has("Context"),
    shows: has("10 records on either side"),
    after: ["X", "esc"],
  },
  lessContext: {
    before: ["enter"],
    ready: has("Context"),
    shows: has("2 records on either side"),
    after: ["x", "esc"],
  },
  unfiltered: {
    before: ["+"],
    ready: has("held match"),
    shows: both(has("filters are off"), at(1999)),
    after: ["G", "esc"],
  },

  open: { shows: has("╭ Entry", "As read", "Why it was read this way"), after: ["esc"] },
  details: { shows: has("╭ Entry", "As read"), after: ["esc"] },
  copy: {
    shows: (rows, weir) =>
      has("The line was sent to the terminal's clipboard")(rows, weir, rows) &&
      weir.output.includes(`\x1b]52;c;${btoa(sampleLog(1, 1999).trim())}`),
  },
  copyJson: { shows: has("The entry as JSON was sent to the terminal's clipboard") },
  export: opens(/Write to weir-export.log/),
  mark: { shows: has("Marked · D shows what changed since") },
  changes: opens("╭ What changed"),
  bookmark: { shows: has("Bookmarked"), after: ["b"] },
  bookmarks: opens("╭ Bookmarks"),

  columns: opens("╭ Columns", "[x] service"),
  wrap: { shows: has("Long lines wrap"), after: ["w"] },
  zone: { shows: has("Times are in UTC"), after: ["T", "T"] },
  skins: opens("╭ Skins", "solarized-light"),

  pause: { shows: has("Paused +0"), after: ["space"] },
  reset: { shows: has("Press r again to reset all counts") },
  follow: { shows: both(has("● follow"), at(1999)) },
  slower: { shows: has("Updates every 2 s"), after: ["U"] },
  faster: { shows: has("Updates every 500 ms"), after: ["u"] },

  counts: opens("╭ Statistics", /records +2000/),
  acknowledge: { shows: has("Acknowledged"), after: ["a"] },
  health: opens("╭ Inputs", "app.log"),
  notices: opens("╭ Notices"),
  actions: opens(/: .*Esc back/),
  help: opens("╭ Keys", "One row up"),

  analyse: opens("╭ Analysis"),
  chat: { shows: has("╭ Chat", "Ask"), after: ["ctrl+c", "q"] },
  models: opens("╭ Models"),
  sent: opens("╭ What is sent"),

  back: { before: ["?"], ready: has("╭ Keys"), shows: both(hasNot("╭ Keys"), at(1999)) },
  quit: { shows: (_rows, weir) => !weir.fullScreen },
  suspend: { shows: (_rows, weir) => !weir.fullScreen },
};

/** These end the run or begin it anew, so that each has one of its own, or the last part of one. */
const LAST: readonly Action[] = ["follow", "quit", "suspend"];

async function withWeir(test: (weir: PtyProgram) => Promise<void>, shell?: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "weir-keys-" });
  await Deno.writeTextFile(`${folder}/app.log`, sampleLog(RECORDS));
  const weir = new PtyProgram({
    args: ["-b", String(HELD), "-f", "app.log"],
    cwd: folder,
    columns: 160,
    rows: 45,
    shell,
    env: {
      TZ: "Asia/Tokyo",
      XDG_CONFIG_HOME: `${folder}/config`,
      XDG_STATE_HOME: `${folder}/state`,
      COLORTERM: "truecolor",
    },
  });
  try {
    await weir.waitFor((rows) => atRest(rows, weir, rows) && has("ended")(rows, weir, rows));
    await test(weir);
  } finally {
    await weir.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

function send(weir: PtyProgram, keys: readonly string[]): void {
  for (const key of keys) key.startsWith("text:") ? weir.send(key.slice(5)) : weir.press(key);
}

async function press(weir: PtyProgram, key: string, check: Check): Promise<void> {
  const rest = weir.screen();
  send(weir, check.before ?? []);
  const { ready } = check;
  const earlier = await weir.waitFor((rows) => ready === undefined || ready(rows, weir, rows));
  const lasts = check.shows(rest, weir, earlier);
  assert(!check.shows(earlier, weir, earlier), "the screen shows already what the key should do");
  weir.press(key);
  await weir.waitFor((rows) => check.shows(rows, weir, earlier));
  if (check.after === undefined) return;
  send(weir, check.after);
  // A frame may reach the screen in pieces, its last rows late: what the key did must be gone.
  if (!lasts) await weir.waitFor((rows) => !check.shows(rows, weir, earlier));
}

async function pressAll(weir: PtyProgram, actions: readonly Action[]): Promise<void> {
  for (const { action, keys } of BINDINGS.filter(({ action }) => actions.includes(action))) {
    for (const key of keys) {
      try {
        await press(weir, key, CHECKS[action]);
        if (!LAST.includes(action)) await weir.waitFor((rows) => atRest(rows, weir, rows));
      } catch (error) {
        throw new Error(`${action} by ${key}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
}

Deno.test("every key of the keymap does on the screen what its table says", async () => {
  await withWeir(async (weir) => {
    await pressAll(weir, BINDINGS.map(({ action }) => action).filter((action) => !LAST.includes(action)));
    await pressAll(weir, ["follow"]);
  });
});

for (const key of BINDINGS.find(({ action }) => action === "quit")!.keys) {
  Deno.test(`${key} leaves, and the terminal is as it was`, async () => {
    await withWeir(async (weir) => {
      await press(weir, key, CHECKS.quit);
      assertEquals(await weir.exitCode, 0);
    });
  });
}

const [major, minor] = Deno.version.deno.split(".").map(Number);

Deno.test({
  name: "ctrl+z gives the terminal to the shell, and fg brings the dashboard back as it was",
  ignore: Deno.build.os === "windows" || major === 2 && minor < 9,
  fn: async () => {
    const shell = 'set -m; "$@"; echo "the shell is back"; read line; fg > /dev/null';
    await withWeir(async (weir) => {
      weir.press(...BINDINGS.find(({ action }) => action === "suspend")!.keys);
      await weir.waitFor((rows) => !weir.fullScreen || has("may not suspend itself")(rows, weir, rows));
      // A native program made with an older Deno.
      if (weir.fullScreen) return;
      await weir.waitFor("the shell is back");
      weir.send("\n");
      await weir.waitFor((rows) => atRest(rows, weir, rows));
      assert(weir.fullScreen);
    }, shell);
  },
});

Deno.test("r twice forgets what was counted", async () => {
  await withWeir(async (weir) => {
    await press(weir, "r", CHECKS.reset);
    weir.press("r");
    await weir.waitFor("Counts were reset");
    await weir.waitFor(/All counts were reset at \d\d:\d\d · L reads app\.log again/);
  });
});
