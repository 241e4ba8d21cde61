import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertNotMatch,
  assertStringIncludes,
} from "@std/assert";
import { findingsIn } from "../../src/dashboard/findings.ts";
import { keymapWith } from "../../src/dashboard/keymap.ts";
import { selectedRow } from "../../src/dashboard/state.ts";
import { chosenBy } from "../../src/dashboard/list_position.ts";
import { span as duration } from "../../src/dashboard/figures.ts";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { drawAttributesPanel } from "../../src/dashboard/panels/attributes_panel.ts";
import { drawWordsPanel } from "../../src/dashboard/panels/words_panel.ts";
import { plainLook } from "./plain_look.ts";
import { Driver } from "./driver.ts";
import { NOON, sampleRow, sampleSnapshot } from "./fake_engine.ts";
import type { Summary } from "../../src/record/summary.ts";

const driver = () => new Driver(120, 36, { records: 1204 });

Deno.test("a followed file that has nothing yet, or is not there yet, is waited for", () => {
  assert(new Driver(120, 36).lines().some((line) => line.includes("Waiting for the first line of app.log")));
});

Deno.test("the list follows the newest row and says how much it covers", () => {
  const dash = driver();
  assertEquals(selectedRow(dash.state)?.id.sequence, 1203);
  dash.read(1300);
  assertEquals(selectedRow(dash.state)?.id.sequence, 1299);
  assertMatch(dash.text(), /1.000 of 1.300 {2}live/);
});

Deno.test("scrolling up holds the rows while new ones come, End follows again", () => {
  const dash = driver();
  dash.keys("up", "up");
  const held = selectedRow(dash.state)?.id.sequence;
  const before = dash.lines().slice(-19, -1);
  dash.read(1400);
  assertEquals(selectedRow(dash.state)?.id.sequence, held);
  assertEquals(
    dash.lines().slice(-19, -1).map((line) => line.slice(0, 80)),
    before.map((line) => line.slice(0, 80)),
  );
  assertMatch(dash.lines().at(-1)!, /Held \+196 · End/);
  dash.keys("end");
  assertEquals(selectedRow(dash.state)?.id.sequence, 1399);
});

Deno.test("the screen asks for what it shows and holds no more than a page on either side", () => {
  const dash = driver();
  for (let page = 0; page < 60; page++) dash.keys("pageup");
  assertEquals(selectedRow(dash.state)?.id.sequence, 204, "the oldest row that is held");
  const height = 18;
  assert(dash.state.log.rows.length <= height * 3);
  dash.keys("pagedown", "pagedown", "home");
  assertEquals(dash.state.log.cursor, dash.state.log.first);
});

Deno.test("a second question is asked only when the first was answered", () => {
  const dash = driver();
  const open = dash.engine.requests.filter((request) => request.kind === "ask");
  const ids = open.map((request) => request.kind === "ask" && request.id);
  assertEquals(new Set(ids).size, ids.length);
  assertEquals(dash.state.log.asked, null);
});

Deno.test("every snapshot is taken at once, so that the engine sends the next", () => {
  const dash = driver();
  dash.read(1300);
  assertEquals(dash.engine.requests.filter(({ kind }) => kind === "taken").length, 2);
});

Deno.test("a filter narrows the list, can be switched off and on, and Esc takes it away", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("service=payments");
  dash.keys("enter");
  assert(dash.state.log.rows.every(({ record }) => record.service === "payments"));
  const total = dash.state.log.total;
  assert(total > 0 && total < 1000);
  dash.keys("\\");
  assertEquals(dash.state.log.total, 1000);
  dash.keys("\\");
  assertEquals(dash.state.log.total, total);
  dash.keys("esc");
  assertEquals([dash.state.filters, dash.state.log.total], [[], 1000]);
});

Deno.test("filters stack, and the list of filters edits and removes them", () => {
  const dash = driver();
  for (const text of ["order", "severity>=info"]) {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter");
  }
  assertEquals(dash.state.filters.map(({ text }) => text), ["order", "severity>=info"]);
  dash.keys("F", "enter");
  assertEquals(dash.state.prompt?.field.text, "order");
  dash.type(" 70");
  dash.keys("enter");
  assertEquals(dash.state.filters.map(({ text }) => text), ["order 70", "severity>=info"]);
  dash.keys("F", "down", "x", "esc");
  assertEquals(dash.state.filters.map(({ text }) => text), ["order 70"]);
});

Deno.test("a filter that cannot be read says where while it is typed, and is not taken", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("status>=many");
  assertEquals(dash.state.prompt?.error?.from, 8);
  dash.keys("enter");
  assert(dash.state.prompt, "the prompt stays open");
  dash.keys("esc");
  assertEquals([dash.state.prompt, dash.state.filters], [null, []]);
});

Deno.test("Tab completes names of fields and their values; the arrows recall what was typed", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("serv");
  dash.keys("tab");
  assertMatch(dash.state.prompt!.field.text, /^service/);
  dash.keys("ctrl+u");
  dash.type("host=am");
  dash.keys("tab", "tab");
  assertEquals(dash.state.prompt?.field.text, "host=ams-1");
  dash.keys("enter", "/", "up");
  assertEquals(dash.state.prompt?.field.text, "host=ams-1");
});

Deno.test("Enter on a word, a pattern and a value filters to their lines; minus leaves them out", () => {
  const dash = driver();
  dash.keys("4", "enter");
  assertEquals(dash.state.filters[0].text, "handled");
  assertEquals(dash.state.focus, "log");
  dash.keys("esc", "3", "down", "-");
  assertEquals(dash.state.filters[0].text, "-pattern=3");
  dash.keys("esc", "5", "enter", "down", "enter");
  assertEquals(dash.state.filters.at(-1)?.text, "host.name=ams-1");
  assertEquals(dash.state.modals, []);
});

Deno.test("the severity picker becomes one filter, changed and removed by the picker", () => {
  const dash = driver();
  dash.keys("v", "down", "+", "enter");
  assertEquals(dash.state.filters.map(({ text }) => text), ["severity>=error"]);
  assert(dash.state.log.rows.every(({ record }) => record.severity >= 17));
  dash.keys("ctrl+f", "down", "down", "space", "enter");
  assertEquals(dash.state.filters.map(({ text }) => text), ["severity>=warn"]);
  dash.keys("v", "a", "enter");
  assertEquals(dash.state.filters, []);
});

Deno.test("a search marks and jumps, n and N go on, e and E go to errors", () => {
  const dash = driver();
  dash.keys("s");
  dash.type("heartbeat");
  dash.keys("enter");
  const first = selectedRow(dash.state);
  assertMatch(String(first?.record.body), /heartbeat/);
  dash.keys("N");
  const second = selectedRow(dash.state);
  assertMatch(String(second?.record.body), /heartbeat/);
  assertNotEquals(first?.id.sequence, second?.id.sequence);
  dash.keys("n");
  assertEquals(selectedRow(dash.state)?.id, first?.id);
  dash.keys("E");
  assertEquals(selectedRow(dash.state)?.record.severityText, "ERROR");
  dash.keys("[");
  assertEquals(selectedRow(dash.state)?.id, first?.id, "the place before");
});

Deno.test("a search between slashes is an expression; one that is broken says so and is not taken", () => {
  const dash = driver();
  dash.keys("s");
  dash.type("/heart(beat/");
  assertMatch(dash.text(), /not a regular expression: unterminated group/);
  dash.keys("enter");
  assert(dash.state.prompt !== null);
  dash.keys("esc");
  assertEquals(dash.state.search, "", "Esc takes back what was typed");
  dash.keys("s");
  dash.type("/(heart|lung)beat ok/");
  dash.keys("enter");
  assertMatch(String(selectedRow(dash.state)?.record.body), /heartbeat ok/);
  dash.keys("end", "n");
  assertMatch(dash.lines().at(-1)!, /\/\(heart\|lung\)beat ok\/ is in no later row/);
});

Deno.test("an error, and a search's text, that no held row before has is looked for in the files", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  const held = Array.from({ length: 1000 }, (_, at) => String(sampleRow(1500 + at).record.body));
  let wanted = 1499;
  while (held.some((body) => body.includes(String(sampleRow(wanted).record.body)))) wanted--;
  dash.engine.searched = 0.3;
  dash.keys("s");
  dash.type(String(sampleRow(wanted).record.body).split("\n")[0]);
  dash.keys("enter", "N");
  assertEquals([dash.state.whole, dash.state.finding?.id], [true, null], "it waits for the search");
  for (const key of ["N", "n", "E"]) {
    dash.keys(key);
    assertEquals(dash.state.finding?.id, null, "what is out is not given up");
    assertMatch(dash.lines().at(-1)!, /Still searching the files · Esc ends it/);
  }
  dash.engine.searched = 1;
  for (let tick = 0; tick < 2; tick++) dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertEquals(selectedRow(dash.state)?.id.sequence, wanted);
  const nothing = new Driver(120, 36, { records: 2500 });
  nothing.engine.searched = 1;
  nothing.keys("s");
  nothing.type("stands nowhere");
  nothing.keys("enter", "N");
  assertMatch(nothing.lines().at(-1)!, /"stands nowhere" is in no earlier row *[^·]*$/);
  const all = driver();
  for (let presses = 0; presses < 200; presses++) all.keys("E");
  assertMatch(all.lines().at(-1)!, /No earlier error/);
});

function goToTime(dash: Driver, text: string): void {
  dash.keys("t");
  dash.type(text);
  dash.keys("enter");
}

Deno.test("a time is jumped to, and one after all records is said to be", () => {
  const dash = driver();
  goToTime(dash, "10:00");
  const time = selectedRow(dash.state)?.record.time ?? 0;
  assert(time >= NOON - 2 * 3_600_000 && time < NOON - 2 * 3_600_000 + 12_000);
  goToTime(dash, "11:59:59");
  assertMatch(dash.lines().at(-1)!, /No record is at 11:59:59 or later/);
});

Deno.test("a time before all that is held is looked for in the files, until they are searched so far", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  const tick = () => dash.send({ kind: "tick", now: dash.state.now + 500 });
  dash.engine.searched = 0.5;
  const newest = selectedRow(dash.state)?.id.sequence;
  goToTime(dash, new Date(sampleRow(700).record.time ?? 0).toISOString());
  assertMatch(dash.lines().at(-1)!, /Reading older records from the files/);
  tick();
  assertEquals(selectedRow(dash.state)?.id.sequence, newest, "it may stand in what was not searched yet");
  dash.engine.searched = 0.9;
  for (let ticks = 0; ticks < 2; ticks++) tick();
  assertEquals(selectedRow(dash.state)?.id.sequence, 700, "what is before it is not waited for");
  goToTime(dash, "00:00");
  dash.engine.searched = 1;
  for (let ticks = 0; ticks < 2; ticks++) tick();
  assertEquals(selectedRow(dash.state)?.id.sequence, 0);
});

Deno.test("where nothing can be read again the cursor stays, and a time is the first that is held", () => {
  for (
    const refusal of [
      "Piped and compressed input cannot be read again",
      "app.log: another file stands there now",
    ]
  ) {
    const dash = new Driver(120, 36, { records: 2500, piped: true });
    dash.engine.searched = refusal;
    dash.keys("home", "up");
    assertEquals(selectedRow(dash.state)?.id.sequence, 1500);
    assertStringIncludes(dash.lines().at(-1)!, refusal);
    dash.keys("end");
    goToTime(dash, "00:00");
    assertEquals(selectedRow(dash.state)?.id.sequence, 1500);
    assert(!dash.state.whole && !dash.state.log.follow);
    assertStringIncludes(
      dash.lines().at(-1)!,
      refusal.includes("Piped") ? "Nothing earlier is held" : refusal,
    );
  }
});

Deno.test("a time before all that is listed of the files says what reaches further", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 1;
  dash.engine.unlisted = 700;
  goToTime(dash, "00:00");
  assertMatch(
    dash.lines().at(-1)!,
    /Only the newest 2.500 are listed; filter by time<00:00 for older ones/,
  );
  dash.keys("home", "up");
  assertMatch(
    dash.lines().at(-1)!,
    /Only the newest 2.500 are listed; filter by time<2026-\S+Z for older ones/,
  );
});

Deno.test("a row that is still being read is not said to be none", () => {
  const dash = driver();
  dash.state = { ...dash.state, log: { ...dash.state.log, rows: [] } };
  dash.keys("enter");
  assertMatch(dash.lines().at(-1)!, /The row is still being read/);
  const empty = driver();
  empty.state = { ...empty.state, log: { ...empty.state.log, rows: [], total: 0, asked: null } };
  empty.keys("d");
  assertMatch(empty.lines().at(-1)!, /No row is selected/);
});

Deno.test("what is wrong with a filter is told at every width, above the prompt where it has no room beside it", () => {
  for (const width of [60, 80, 160]) {
    const dash = new Driver(width, 24, { records: 40 });
    dash.keys("/");
    dash.type("severity>=warm");
    assertMatch(dash.lines().slice(-2).join("\n"), /no severity "warm"; use trace/, `${width}`);
  }
});

Deno.test("a prompt says what Enter does with its text", () => {
  const dash = driver();
  for (const [key, deed] of [["/", "apply"], ["s", "find"], ["t", "go there"], ["W", "write"]]) {
    dash.keys(key);
    assertMatch(dash.lines().at(-1)!, new RegExp(`Enter ${deed}`));
    dash.keys("esc");
  }
});

Deno.test("o shows the chosen row among all others, and goes back into the filter", () => {
  const dash = driver();
  dash.keys("v", "down", "+", "enter", "up", "up");
  const row = selectedRow(dash.state)?.id;
  dash.keys("o");
  assertEquals(selectedRow(dash.state)?.id, row);
  assertEquals(dash.state.log.total, 1000);
  dash.keys("o");
  assertEquals(selectedRow(dash.state)?.id, row);
  assert(dash.state.log.total < 1000);
});

Deno.test("Space holds the screen while the engine counts on", () => {
  const dash = driver();
  dash.keys("space");
  const held = dash.lines().slice(0, -1).join("\n").replace("‖ paused", "");
  dash.read(2000);
  assertEquals(dash.lines().slice(0, -1).join("\n").replace("‖ paused", ""), held);
  assertMatch(dash.lines().at(-1)!, /Paused \+796 · Space/);
  dash.keys("space");
  assertMatch(dash.text(), /2.000 records/);
});

Deno.test("r resets only when it is pressed twice", () => {
  const dash = driver();
  dash.keys("r");
  assert(!dash.engine.requests.some(({ kind }) => kind === "reset"));
  dash.send({ kind: "tick", now: dash.state.now + 5000 });
  dash.keys("r");
  assert(!dash.engine.requests.some(({ kind }) => kind === "reset"), "too late for the second");
  dash.keys("r");
  assert(dash.engine.requests.some(({ kind }) => kind === "reset"));
});

Deno.test("u and U change the interval within its bounds", () => {
  const dash = driver();
  dash.keys("u");
  assertEquals(dash.state.interval, 2000);
  dash.keys("U", "U");
  assertEquals(dash.state.interval, 500);
  assertEquals(dash.engine.requests.at(-1), { kind: "interval", milliseconds: 500 });
  for (let press = 0; press < 20; press++) dash.keys("U");
  assertEquals(dash.state.interval, 100);
});

Deno.test("Esc goes back one step at a time and never leaves", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("order");
  dash.keys("enter", "s");
  dash.type("70");
  dash.keys("enter", "z", "?", ":");
  const steps: boolean[] = [];
  for (let press = 0; press < 8; press++) {
    const { prompt, modals, zoomed, search, filters } = dash.state;
    steps.push(prompt === null && modals.length === 0 && !zoomed && search === "" && filters.length === 0);
    dash.keys("esc");
  }
  assertEquals(steps.indexOf(true), 4, "help, zoom, search, filter");
  assertEquals(dash.commands, []);
});

Deno.test("q closes a window and leaves only without one; Ctrl+C always leaves", () => {
  const dash = driver();
  dash.keys("?", "q");
  assertEquals([dash.state.modals, dash.commands], [[], []]);
  dash.keys("q");
  assertEquals(dash.commands, [{ kind: "quit" }]);
  const other = driver();
  other.keys("?", "ctrl+c");
  assertEquals(other.commands, [{ kind: "quit" }]);
});

Deno.test("Enter opens the entry with what is around it; n turns to the next", () => {
  const dash = driver();
  dash.keys("up", "up", "enter");
  const modal = dash.state.modals[0];
  if (modal.kind !== "entry") throw new Error(`A ${modal.kind} was opened`);
  assertEquals(modal.detail?.before.length, 5);
  dash.keys("end");
  assertMatch(dash.text(), /Why it was read this way/);
  dash.keys("n");
  const next = dash.state.modals[0];
  if (next.kind !== "entry") throw new Error(`A ${next.kind} was opened`);
  assertEquals(next.id.sequence, modal.id.sequence + 1);
});

Deno.test("a line is sent to the clipboard as it was read, an entry as JSON", () => {
  const dash = driver();
  const row = selectedRow(dash.state);
  dash.keys("y", "Y");
  const [line, json] = dash.commands.map((command) => command.kind === "copy" ? command.text : "");
  assertEquals(line, row?.record.raw);
  assertEquals(JSON.parse(json).attributes.user, "root");
  assertEquals(JSON.parse(json).line, row?.record.line, "as `weir parse` writes it");
});

Deno.test("rows of a ranking keep their places while the reader is in it", () => {
  const dash = driver();
  dash.keys("4");
  dash.state = { ...dash.state, order: { ...dash.state.order, words: ["zebra", "order", "handled"] } };
  dash.read(1300);
  const shown = dash.text().slice(dash.text().indexOf("Words"));
  assert(shown.indexOf("order ") < shown.indexOf("handled "), shown);
  dash.keys("6");
  dash.read(1400);
  assertEquals(dash.state.order.words[0], "handled");
});

Deno.test("hidden panels leave their room, and the last one cannot be hidden", () => {
  const dash = driver();
  dash.keys("p");
  for (let place = 0; place < 6; place++) dash.keys("space", "down");
  assertEquals(dash.state.hidden.length, 5);
  dash.keys("esc");
  assert(!dash.text().includes("Words"));
});

Deno.test("a record cut off by the end of the engine stays on the screen, which says that it is old", () => {
  const dash = driver();
  dash.send({ kind: "engine", message: { kind: "failed", message: "disk", exitCode: 1 } });
  assertMatch(dash.lines().at(-1)!, /Reading stopped 12:00; this screen is old · q/);
  assertEquals(dash.commands, []);
  const empty = new Driver(120, 36);
  empty.send({ kind: "engine", message: { kind: "failed", message: "gone", exitCode: 1 } });
  assertEquals(empty.commands, [{ kind: "quit" }], "with nothing read there is nothing to look at");
});

Deno.test("the mouse chooses, opens and scrolls as the keys do", () => {
  const dash = driver();
  dash.send({ kind: "mouse", action: "click", x: 40, y: 30 });
  const row = selectedRow(dash.state);
  assertEquals(row?.id.sequence, 1203 - 4);
  dash.send({ kind: "mouse", action: "wheelUp", x: 40, y: 30 });
  assertEquals(selectedRow(dash.state)?.id.sequence, 1203 - 7);
  dash.send({ kind: "mouse", action: "double", x: 40, y: 30 });
  assertEquals(dash.state.modals[0]?.kind, "entry");
  dash.send({ kind: "mouse", action: "click", x: 0, y: 0 });
  assertEquals(dash.state.modals, []);
});

Deno.test("a click chooses a row where it stands, so that a double click opens that one", () => {
  const dash = driver();
  dash.keys("C");
  const top = dash.lines().findIndex((line) => line.includes("Columns"));
  for (const _ of ["once", "again"]) {
    dash.send({ kind: "mouse", action: "click", x: 60, y: top + 4 });
    assertEquals(dash.state.modals[0].position, { cursor: 3, top: 0 });
  }
  assertEquals(chosenBy({ cursor: 0, top: 0 }, 4, 39, 8), { cursor: 4, top: 0 });
  assertEquals(chosenBy({ cursor: 9, top: 6 }, -2, 39, 8), { cursor: 7, top: 6 });
});

Deno.test("a double click on a word filters to it, in whatever column it stands", () => {
  for (const [width, word] of [[120, "charged"], [230, "order"]] as const) {
    const dash = new Driver(width, 50, { records: 1204 });
    const y = dash.lines().findIndex((line) => new RegExp(`\\b${word} +260`).test(line));
    const x = dash.lines()[y].search(new RegExp(`\\b${word} +260`));
    for (const action of ["click", "double"] as const) dash.send({ kind: "mouse", action, x, y });
    assertEquals(dash.state.filters.map(({ text }) => text), [word], `${width}`);
  }
});

Deno.test("on a narrow screen a click on a title in the border shows that panel", () => {
  const dash = new Driver(80, 24, { records: 1204 });
  const y = dash.lines().findIndex((line) => line.includes("Attributes"));
  for (const [title, name] of [["Words", "words"], ["Attributes", "attributes"], ["Time", "timeline"]]) {
    dash.send({ kind: "mouse", action: "click", x: dash.lines()[y].indexOf(title) + 1, y });
    assertEquals(dash.state.focus, name);
  }
});

Deno.test("a tall screen has several lines for what needs a look; the mouse chooses among them", () => {
  const dash = new Driver(160, 80, { records: 1204 });
  const summary = { ...dash.state.shown!.summary };
  const [first] = summary.findings;
  summary.findings = Array.from(
    { length: 7 },
    (_, at) => ({ ...first, rank: at + 1, title: `finding ${at}` }),
  );
  dash.state = { ...dash.state, shown: { ...dash.state.shown!, summary } };
  const shown = () => dash.lines().flatMap((line) => /finding \d/.exec(line)?.[0] ?? []);
  assertEquals(shown(), [0, 1, 2, 3, 4].map((at) => `finding ${at}`));
  const y = dash.lines().findIndex((line) => line.includes("finding 3"));
  dash.send({ kind: "mouse", action: "click", x: 20, y });
  assertEquals([dash.state.focus, dash.state.findings], ["findings", { cursor: 3, top: 0 }]);
  dash.send({ kind: "mouse", action: "wheelDown", x: 20, y });
  assertEquals(shown().at(-1), "finding 6");
  dash.keys("home", "down");
  assertEquals(dash.state.findings, { cursor: 1, top: 0 });
});

Deno.test("when the focus comes back, what came while away has a line at its edge", () => {
  const dash = driver();
  dash.send({ kind: "focus", focused: false });
  dash.read(1208);
  dash.send({ kind: "focus", focused: true });
  dash.read(1210);
  const edges = dash.lines().slice(-19, -1).map((line) => line[0] ?? " ");
  assertEquals(edges.join("").trimStart(), "││││ ▌");
});

Deno.test("the charts and rankings follow the filters, = shows everything again", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  assertMatch(dash.text(), /charged order/);
  dash.keys("/");
  dash.type("service=worker");
  dash.keys("enter");
  assertMatch(dash.text(), /Time by severity · filtered, \d+ of 1.000 held/);
  assertNotMatch(patternsOf(dash), /charged order/);
  assertMatch(patternsOf(dash), /heartbeat/);
  dash.keys("=");
  assertMatch(patternsOf(dash), /charged order/);
  assertNotMatch(dash.text(), /filtered,/);
  dash.keys("=", "\\");
  assertMatch(patternsOf(dash), /charged order/);
});

Deno.test("where no moment is marked yet, the key that is named there marks one", () => {
  const dash = driver();
  dash.keys("D");
  assertMatch(dash.text(), /No moment is marked: M marks one/);
  dash.keys("M");
  assertNotMatch(dash.text(), /No moment is marked/);
  dash.read(1300);
  assertMatch(dash.text(), /What changed/);
  dash.keys("esc", "r", "r");
  dash.read(10);
  dash.keys("D");
  assertMatch(dash.text(), /No moment is marked/, "what was forgotten cannot be compared with");
});

Deno.test("the names of the columns leave what the list covers its room", () => {
  const dash = new Driver(96, 24, { records: 1204 });
  const shown = dash.state.columns.map((column) => ({ ...column, shown: true }));
  const more = ["user", "http.status", "http.path", "service.name", "host.name"].map((key) => ({
    name: `@${key}` as const,
    shown: true,
  }));
  dash.state = { ...dash.state, columns: [...shown, ...more] };
  dash.read(1300);
  const names = dash.lines().find((line) => line.startsWith(" TIME"))!;
  assertMatch(names, / {2}1.000 of 1.300 {2}live$/);
});

Deno.test("the usual gap is that of the records' own times, not of a file that was there already", () => {
  const dash = driver();
  const { start, end, records } = dash.state.latest!.summary;
  const gap = (end! - start!) / records;
  dash.send({ kind: "tick", now: dash.state.now + 31_000 });
  const quiet = /No record for .*; the usual gap is (.*?) {2}/.exec(dash.lines().at(-1)!)?.[1];
  assertEquals(quiet, 31_000 > gap * 20 ? duration(gap) : undefined, `${gap}`);
  dash.send({ kind: "tick", now: dash.state.now + 20 * gap });
  assertEquals(/the usual gap is (.*?) {2}/.exec(dash.lines().at(-1)!)?.[1], duration(gap));
});

Deno.test("the key that tells all others stands in the last line of any width", () => {
  for (const width of [60, 80, 120]) {
    const dash = new Driver(width, 20, { records: 1204 });
    dash.read(1204, "ended");
    assertMatch(dash.lines().at(-1)!, /The newest .* records.* {3}\? keys/, `${width}`);
  }
});

Deno.test("what filters let through is ranked by the answer that is shown, not by the one before it", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("/");
  dash.type("severity<error");
  dash.keys("enter");
  const before = dash.state.overview!;
  const { words } = before.summary;
  const summary = { ...before.summary, words: { ...words, top: words.top.toReversed() } };
  const order = { ...dash.state.order, words: summary.words.top.map(({ word }) => word) };
  dash.state = { ...dash.state, order, overview: { ...before, summary } };
  dash.read(1300);
  const now = dash.state.overview!.summary.words.top.map(({ word }) => word);
  assertNotEquals(now, summary.words.top.map(({ word }) => word));
  assertEquals(dash.state.order.words, now);
});

function patternsOf(dash: Driver): string {
  return dash.lines().slice(3, 10).map((line) => line.slice(0, 60)).join("\n");
}

Deno.test("A lists the whole file, with progress, and Esc ends the search", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.keys("/");
  dash.type("severity>=error");
  dash.keys("enter");
  assertMatch(dash.text(), /59 of 1.000 held match · \\ off · A all/);
  dash.engine.searched = 0.38;
  dash.keys("A");
  assertMatch(dash.text(), /of 2.500 match; searching the files 38%/);
  assertMatch(dash.text(), /Patterns · filtered, \d+ of 2.500; 38%/);
  dash.engine.searched = 1;
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertMatch(dash.text(), /147 of 2.500 match/);
  assertMatch(dash.text(), /Patterns · filtered, 147 of 2.500 ─/);
  assertMatch(dash.text(), /ERROR +147/);
  dash.keys("home");
  assertEquals(selectedRow(dash.state)?.id.sequence, 16);
  dash.keys("A");
  assertMatch(dash.text(), /59 of 1.000 held match/);
  dash.engine.searched = 0.5;
  dash.keys("A", "esc");
  assertMatch(dash.text(), /The search was stopped/);
  assertMatch(dash.text(), /59 of 1.000 held match/);
  assertEquals(dash.engine.requests.filter(({ kind }) => kind === "endScan").length, 2);
});

Deno.test("moving up past the oldest row held goes on in the file, in the same place", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.keys("home");
  assertEquals(selectedRow(dash.state)?.id.sequence, 1500);
  dash.engine.searched = 0.1;
  dash.keys("up");
  assert(dash.state.whole);
  dash.engine.searched = 1;
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertEquals(selectedRow(dash.state)?.id.sequence, 1500);
  dash.keys("up");
  assertEquals(selectedRow(dash.state)?.id.sequence, 1499);
  dash.keys("home");
  assertEquals(selectedRow(dash.state)?.id.sequence, 0);
});

Deno.test("what cannot be read again says so once, and the held rows stay", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = "Piped and compressed input cannot be read again";
  dash.keys("A");
  assertMatch(dash.text(), /Piped and compressed input/);
  assert(!dash.state.whole);
  assertEquals(dash.state.log.total, 1000);
  const asked = dash.engine.requests.length;
  dash.keys("home", "up", "up");
  assert(!dash.state.whole);
  assertEquals(selectedRow(dash.state)?.id.sequence, 1500);
  assert(dash.engine.requests.length - asked < 4);
});

Deno.test("a search of files that was ended can be begun again", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = "The search was stopped: no answer within 5 s";
  dash.keys("A");
  assertMatch(dash.text(), /no answer within 5 s/);
  assert(!dash.state.whole);
  dash.engine.searched = 1;
  dash.keys("A");
  assertMatch(dash.text(), /2,500 of 2,500 {2}whole files/);
});

Deno.test("a bookmark that was let go is found in the file", () => {
  const dash = new Driver(120, 36, { records: 1000 });
  dash.keys("home", "b", "end");
  dash.read(2500);
  dash.keys("B", "enter");
  assert(dash.state.whole);
  assertEquals(selectedRow(dash.state)?.id.sequence, 0);
});

Deno.test("a filter that took too long says so in the list and is not tried again by itself", () => {
  const dash = driver();
  const answer = dash.engine.answer.bind(dash.engine);
  dash.engine.answer = (question) =>
    "where" in question && question.where?.includes("evil")
      ? { kind: "error", message: "This filter took too long and was stopped" }
      : answer(question);
  dash.keys("/");
  dash.type("/evil/");
  dash.keys("enter");
  const asked = dash.engine.requests.length;
  dash.read(1300);
  dash.read(1400);
  assertMatch(dash.text(), /This filter took too long and was stopped/);
  assertEquals(dash.engine.requests.slice(asked).filter(({ kind }) => kind === "ask").length, 0);
  dash.keys("\\");
  assertEquals(dash.state.log.total, 1000);
});

Deno.test("a finding that is acknowledged counts no more and goes last, until a is pressed again", () => {
  const dash = driver();
  assertMatch(dash.text(), /1 needs a look/);
  dash.keys("a");
  assertNotMatch(dash.text(), /needs? a look\s*$/m);
  assertMatch(dash.text(), /seen +Burst: could not reach issuer/);
  dash.read(1400);
  assertNotMatch(dash.text(), /1 needs a look/);
  dash.keys("1", "a");
  assertMatch(dash.text(), /1 needs a look/);
});

Deno.test("D tells what came since M: records by severity, and patterns that grew", () => {
  const dash = driver();
  dash.keys("D");
  assertMatch(dash.text(), /No moment is marked: M marks one/);
  dash.keys("esc", "M");
  dash.read(1304);
  dash.keys("D");
  assertMatch(dash.text(), /\+100 records +since 12:00:01/);
  assertMatch(dash.text(), /Patterns that grew 5/);
  assertMatch(dash.text(), /ERROR +\+6 +of 76/);
});

Deno.test("filters are kept by name, used again, edited and taken away", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("service=payments");
  dash.keys("enter", "F", "s");
  dash.type("shop");
  dash.keys("enter");
  assertEquals(dash.state.saved, [{ name: "shop", filters: ["service=payments"] }]);
  dash.keys("x");
  assertEquals(dash.state.filters, []);
  assertMatch(dash.text(), /shop +service=payments/);
  dash.keys("enter");
  assertEquals(dash.state.filters, [{ text: "service=payments" }]);
  assertEquals(dash.state.modals, []);
  dash.keys("F", "down", "x");
  assertEquals(dash.state.saved, []);
  assertEquals(dash.state.filters.length, 1);
});

Deno.test("W asks for a name and has what the filters show written there", () => {
  const dash = driver();
  dash.keys("/");
  dash.type("order");
  dash.keys("enter", "W", "ctrl+u");
  dash.type("orders.log");
  dash.keys("enter");
  const asked = dash.engine.requests.at(-1);
  assertEquals(asked?.kind === "ask" ? asked.question : null, {
    kind: "export",
    path: "orders.log",
    where: "order",
    whole: false,
  });
  assertMatch(dash.text(), /\d+ records were written to orders\.log/);
});

Deno.test("what the status line said of deeds stays in the list of notices; what failed counts as unseen", () => {
  const dash = driver();
  dash.keys("W", "enter");
  assertEquals(dash.state.notices.length, dash.state.noticesSeen);
  dash.send({
    kind: "done",
    text: "dashboard.json cannot be written: No space left on device",
    level: "warn",
  });
  assertEquals(dash.state.notices.length - dash.state.noticesSeen, 1);
  dash.send({ kind: "tick", now: dash.state.now + 60_000 });
  assertMatch(dash.text(), /! 1 /);
  dash.keys("!");
  assertMatch(dash.text(), /cannot be written: No space left on device[^]*records were written to /);
  assertEquals(dash.state.notices.length, dash.state.noticesSeen);
});

Deno.test("lines are moved sideways until the longest ends, and say so", () => {
  const dash = new Driver(60, 16, { records: 900 });
  const shown = () => dash.lines().filter((line) => /^.\d\d:\d\d/.test(line));
  const before = shown();
  for (let presses = 0; presses < 99; presses++) dash.keys("right");
  assertMatch(dash.text(), /MESSAGE from \d+/);
  assert(!shown().some((line) => line.includes("…")), "nothing is left out at the right");
  assert(shown().some((line) => line.trimEnd().length > 50), "the longest one is still there");
  for (let presses = 0; presses < 9; presses++) dash.keys("left");
  assertEquals(shown(), before);
  const wide = new Driver(200, 40, { records: 900 });
  wide.keys("right");
  assertMatch(wide.lines().at(-1)!, /No line here is longer than its column/);
  wide.keys("w", "right");
  assertMatch(wide.lines().at(-1)!, /Long lines wrap: w cuts them/);
});

Deno.test("a long notice is listed whole", () => {
  const dash = driver();
  const text = `/var/lib/shop/dashboard.json is not used: ${"a reason of many words ".repeat(9)}and its end`;
  dash.send({ kind: "done", text, level: "warn" });
  dash.keys("!");
  assertMatch(dash.text(), /and its end/);
});

Deno.test("x shows more of what stands around an entry, X less", () => {
  const dash = driver();
  dash.keys("pageup", "enter");
  const around = () => {
    const top = dash.state.modals.at(-1);
    return top?.kind === "entry" ? [top.detail?.before.length, top.detail?.after.length] : null;
  };
  assertEquals(around(), [5, 5]);
  dash.keys("x");
  assertEquals(around(), [10, 10]);
  dash.keys("X", "X", "X");
  assertEquals(around(), [0, 0]);
});

Deno.test("L follows a file that was read to its end, after words on what came since", () => {
  const dash = driver();
  dash.state = { ...dash.state, info: { ...dash.state.info, follow: false } };
  dash.read(1204, "ended");
  assertMatch(dash.text(), /The newest 1.000 of 1.204 records · A lists all/);
  dash.send({ kind: "grew", bytes: 2_000_000 });
  assertMatch(dash.text(), /Ended 12:00 · the file grew by 2\.0 MB since · L follows it/);
  dash.keys("L");
  assertEquals(dash.commands.at(-1), { kind: "follow" });
  assert(dash.state.info.follow);
  dash.read(1300);
  dash.keys("L");
  assertEquals(dash.engine.requests.at(-1), { kind: "stop" });
});

Deno.test("a pipe that is not read fast enough is told to be behind, with nothing lost", () => {
  const dash = new Driver(120, 36, { records: 1204, piped: true });
  const end = dash.state.shown?.summary.end ?? 0;
  dash.read(1205, "reading");
  dash.send({ kind: "tick", now: end + 15_000 });
  assertMatch(dash.text(), /behind, nothing lost; the producer waits/);
});

Deno.test("files that are lost are told of, and how many others go on", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  const [source] = dash.state.latest!.summary.sources;
  const live = { ...source, state: "following" as typeof source.state };
  const lost = (name: string) => ({ ...source, name, state: "lost" as typeof source.state });
  const shows = (...sources: (typeof source)[]) => {
    const snapshot = { ...dash.state.latest!, summary: { ...dash.state.latest!.summary, sources } };
    dash.send({ kind: "engine", message: { kind: "snapshot", snapshot } });
    return dash.text().split("\n").at(-1);
  };
  assertMatch(shows(lost("a.log"))!, /^ a\.log lost, trying again {2}/);
  assertMatch(shows(lost("a.log"), live)!, /^ a\.log lost, trying again; 1 other live /);
  assertMatch(
    shows(lost("a.log"), lost("b.log"), live, live)!,
    /^ a\.log and 1 more lost, trying again; 2 others live /,
  );
});

Deno.test("an entry lists the records of its trace in order, and Enter goes to the chosen one", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("enter");
  assertMatch(dash.text(), /Trace 0af7\w+ {2}4 records held · A searches the files/);
  const line = (chosen: string) => new RegExp(`${chosen}11:5\\d:\\d\\d\\.\\d+ \\+23\\.462 s +gateway`);
  assertNotMatch(dash.text(), line("▌"));
  dash.keys("shift+tab");
  assertMatch(dash.text(), line("▌"));
  dash.keys("enter");
  assertEquals(dash.state.modals, []);
  assertEquals(selectedRow(dash.state)?.id.sequence, 1202);
});

Deno.test("the files are searched for a trace apart from the list, and that ends with the entry", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.engine.searched = 0.38;
  dash.keys("enter", "A");
  assertMatch(dash.text(), /4 records; searching the files 38%/);
  assertEquals(dash.state.whole, false);
  const asked = dash.engine.requests.length;
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertEquals(dash.engine.requests.length, asked + 1);
  dash.keys("q");
  assertEquals(dash.engine.requests.at(-1), { kind: "endScan", asker: "entry" });
  dash.engine.searched = 1;
  dash.keys("enter", "A");
  assertMatch(dash.text(), /4 records in the whole files/);
  assertEquals(dash.engine.requests.at(-1), { kind: "endScan", asker: "entry" });
});

Deno.test("the page of inputs tells what is not read yet, and of a receiver what came and was refused", () => {
  const dash = new Driver(120, 50, { records: 300 });
  const { latest } = dash.state;
  const source = latest!.summary.sources[0];
  const receiver = {
    grpc: ["127.0.0.1:4317"],
    http: ["http://127.0.0.1:4318/v1/logs"],
    requests: { grpc: 1200, "http/json": 3 },
    refused: { malformed: 2 },
    rejectedRecords: 5,
    clients: [{ name: "10.0.0.7", requests: 1203 }],
    waiting: 1000,
    room: 64_000_000,
  };
  const sources = [source, { ...source, name: "otlp", receiver }];
  const snapshot = { ...latest!, unread: [4096, null], summary: { ...latest!.summary, sources } };
  dash.send({ kind: "engine", message: { kind: "snapshot", snapshot } });
  dash.keys("I");
  const text = dash.text();
  for (
    const words of [
      /^.*logs\/app\.log +following +300 .*\n.*4\.1 kB not read yet/m,
      /listens on +127\.0\.0\.1:4317/,
      /requests +grpc 1,200 {3}http\/json 3/,
      /refused +malformed 2/,
      /records refused +5/,
      /waiting +1\.0 kB of 64 MB/,
      /from +10\.0\.0\.7 {2}1,203/,
      /all +600 /,
    ]
  ) assertMatch(text, words);
});

Deno.test("where more records match than are listed, the screen says so", () => {
  const dash = new Driver(140, 36, { records: 2500 });
  dash.engine.unlisted = 734;
  dash.keys("/");
  dash.type("severity>=error");
  dash.keys("enter", "A");
  const text = dash.text();
  assertMatch(text, /881 of 2,500 match, the newest 147 are listed/);
  assertMatch(text, /newest 147 of 2,500 {2}whole files/);
  dash.keys("home", "E");
  assertMatch(dash.lines().at(-1)!, /No earlier error among the newest 147/);
});

Deno.test("Tab goes to what needs a look only where something does", () => {
  const dash = new Driver(140, 36, { records: 2500 });
  dash.keys("tab");
  assertEquals(dash.state.focus, "findings");
  const latest = dash.state.latest!;
  const quiet = { ...latest, summary: { ...latest.summary, findings: [] } };
  dash.send({ kind: "engine", message: { kind: "snapshot", snapshot: quiet } });
  dash.keys("tab", "shift+tab");
  assertEquals(dash.state.focus, "log");
  dash.keys("tab");
  assertEquals(dash.state.focus, "timeline");
});

Deno.test("what the buffer let go is read again while one moves in it, until the list follows the newest again", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 1;
  dash.keys("home", "up", "pageup");
  assert(dash.state.whole);
  assert((selectedRow(dash.state)?.id.sequence ?? Infinity) < 1500);
  dash.keys("end");
  assert(!dash.state.whole && dash.state.log.follow);
  assertEquals(selectedRow(dash.state)?.id.sequence, 2499);
  dash.keys("A", "home", "end");
  assert(dash.state.whole, "A asked for it");
});

Deno.test("files that were searched because of a filter alone are left with it, those that A asked for are not", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 1;
  const filter = (text: string) => {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter");
  };
  filter("trace=0af7651916cd43dd8448eb211c000004");
  filter("severity>=info");
  assert(dash.state.whole);
  dash.keys("esc");
  assert(dash.state.whole, "the first filter still matches nothing held");
  dash.keys("\\");
  assert(!dash.state.whole);
  assertMatch(dash.text(), /1,000 of 2,500/);
  dash.keys("\\");
  assert(dash.state.whole);
  dash.keys("esc");
  assert(!dash.state.whole);
  dash.keys("A");
  filter("heartbeat");
  dash.keys("esc");
  assert(dash.state.whole);
});

Deno.test("of a filter that nothing matches the field is told that no record has, and which one was meant", () => {
  const dash = new Driver(120, 36, { records: 50 });
  for (
    const [text, told] of [
      ["severty=error", /0 of 50 held: no record has a field "severty"; did you mean severity\? · /],
      ["service=nowhere", /0 of 50 held · /],
      ["status>5ms", /0 of 50 held: status has no units, as in \d+: write none · /],
    ] as const
  ) {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter");
    assertMatch(dash.text(), told);
    dash.keys("esc");
  }
});

Deno.test("counting anew ends the list of whole files: nothing is read again that was forgotten", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.keys("A");
  assert(dash.state.whole);
  dash.keys("r", "r");
  assert(!dash.state.whole);
  assertMatch(dash.text(), /Counts were reset/);
});

Deno.test("where nothing held matches a new filter the files are searched, until that is ended", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 0.5;
  dash.keys("/");
  dash.type("trace=0af7651916cd43dd8448eb211c000004");
  dash.keys("enter");
  assert(dash.state.whole);
  assertMatch(dash.text(), /No held record matches: searching the files/);
  dash.engine.searched = 1;
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertMatch(dash.text(), /4 of 2,500 match/);
  // Whoever asks for what began by itself keeps it.
  dash.keys("A");
  assert(dash.state.whole);
  assertMatch(dash.text(), /The whole files stay listed · A again ends it/);
  // Asked for the held records alone, it stays with them.
  dash.keys("A");
  assert(!dash.state.whole);
  assertMatch(dash.text(), /0 of 1.000 held/);
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  dash.read(2501);
  assert(!dash.state.whole);
});

Deno.test("why a list is empty is told whole, on as many rows as it needs, with the keys as they are bound", () => {
  const dash = new Driver(60, 20, { records: 50 });
  dash.state = { ...dash.state, info: { ...dash.state.info, keymap: keymapWith({ filter: "ctrl+l" }) } };
  dash.keys("F");
  assertMatch(
    dash.text(),
    /│ No filters: Ctrl\+L adds one; \+ and - add one for the +│.*\n.*│ value under the cursor +│/,
  );
});

Deno.test("the keys of a modal stand whole on its border where the screen has room for them", () => {
  const dash = new Driver(80, 24, { records: 50 });
  dash.keys("v");
  assertStringIncludes(dash.text(), "Space on, off  + this and worse  a all  Enter show these ─");
});

Deno.test("what fell silent is counted until then, all else since it began", () => {
  const dash = new Driver(120, 36, { records: 200 });
  const [finding] = findingsIn(dash.state);
  const told = (kind: "burst" | "vanished") => {
    const { latest } = dash.state;
    if (latest === null) throw new Error("There is no snapshot");
    const summary = { ...latest.summary, findings: [{ ...finding, kind }] };
    dash.state = { ...dash.state, latest: { ...latest, summary }, shown: { ...latest, summary } };
    return dash.text();
  };
  assertMatch(told("burst"), /× since \d\d:\d\d/);
  assertMatch(told("vanished"), /× until \d\d:\d\d/);
});

Deno.test("which records are listed is said by the line of the filters while these apply", () => {
  const dash = driver();
  dash.read(1204, "ended");
  assertMatch(dash.text(), /The newest 1.000 of 1.204 records/);
  dash.keys("/");
  dash.type("heartbeat");
  dash.keys("enter");
  assertMatch(dash.text(), /of 1.000 held match/);
  assertNotMatch(dash.text(), /The newest/);
  dash.keys("\\");
  assertMatch(dash.text(), /The newest 1.000 of 1.204 records/);
});

Deno.test("what comes every few seconds has a rate, of the last updates together", () => {
  const dash = driver();
  const snapshot = sampleSnapshot(1204);
  for (const rate of [1, 0, 0, 1, 0]) {
    dash.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, rate } } });
  }
  assertMatch(dash.lines()[0], / 0\.4\/s /);
});

Deno.test("of few records, and of such without a time, it is not said that nothing needs a look", () => {
  const dash = new Driver(120, 36, { records: 12 });
  const snapshot = sampleSnapshot(12);
  const show = (change: Partial<Summary>) => {
    const summary = { ...snapshot.summary, findings: [], ...change };
    dash.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary } } });
    return dash.lines()[2];
  };
  assertMatch(show({}), /^ Too little data to tell what needs a look: that takes 100 records over 20 s/);
  assertMatch(show({ start: null, end: null }), /^ Cannot tell what needs a look: no record has a time/);
  assertMatch(show({ records: 1000, start: NOON, end: NOON + 60_000 }), /^ Nothing needs a look/);
});

Deno.test("the number of words says where there are more than are tracked, and by how much counts may be short", () => {
  const dash = new Driver(160, 45, { records: 12 });
  const snapshot = sampleSnapshot(12);
  const show = (change: Partial<Summary["words"]>) => {
    const summary = { ...snapshot.summary, words: { ...snapshot.summary.words, tracked: 100, ...change } };
    dash.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary } } });
    return /Words ─* ([^─]+) ─/.exec(dash.text())?.[1];
  };
  assertEquals(show({}), "100");
  assertEquals(show({ more: true }), "100+");
  assertEquals(show({ more: true, error: 8 }), "100+, ±8");
});

Deno.test("the pane beside the list tells how many lines of a record it has no room for", () => {
  const tall = new Driver(160, 45, { records: 1204 });
  assertMatch(tall.text(), /Selected ─+ Enter opens ─/);
  const row = { ...sampleRow(1203) };
  row.record = { ...row.record, body: "a long message ".repeat(200) };
  tall.state = { ...tall.state, log: { ...tall.state.log, rows: tall.state.log.rows.map(() => row) } };
  assertMatch(tall.text(), /Selected ─+ Enter shows \d+ more lines ─/);
});

Deno.test("a long key of an attribute keeps what stands behind its last dot", () => {
  const area = { x: 0, y: 0, width: 29, height: 3 };
  const attributes = ["http.response.status_code", "rt", "user_agent.original"].map((key) => ({
    key,
    count: 9,
    distinct: 2,
    exact: true,
    values: [{ value: "a", count: 9 }],
  }));
  const buffer = new CellBuffer(29, 3);
  const position = { cursor: 0, top: 0 };
  drawAttributesPanel(buffer, plainLook(false), area, { attributes, position, focused: false });
  assertEquals(buffer.lines().map((line) => line.trim().split(/\s{2,}/)[0]), [
    "http.r…status_code",
    "rt",
    "user_agen…original",
  ]);
});

Deno.test("where there is no room for bars beside the words, these have it", () => {
  const drawn = (width: number) => {
    const buffer = new CellBuffer(width, 1);
    const words = [{ word: "authentication", count: 2890 }];
    const position = { cursor: 0, top: 0 };
    drawWordsPanel(buffer, plainLook(false), { x: 0, y: 0, width, height: 1 }, {
      words,
      position,
      focused: false,
    });
    return buffer.lines()[0].trim();
  };
  assertMatch(drawn(16), /^authent… 2.890$/);
  assertMatch(drawn(30), /^authentication +2.890 █+$/);
});

Deno.test("a filter that counts back from now is asked for again though nothing came", () => {
  const dash = driver();
  const asked = () =>
    dash.engine.requests.filter((one) => one.kind === "ask" && one.question.kind === "rows").length;
  const add = (text: string) => {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter");
  };
  add("time>-15m");
  let before = asked();
  dash.read(1204);
  assertEquals(asked(), before + 1);
  dash.keys("esc");
  add("time>08:00");
  before = asked();
  dash.read(1204);
  assertEquals(asked(), before);
});

Deno.test("records without a severity have one name wherever severities are counted", () => {
  const dash = driver();
  const shown = sampleSnapshot(1204);
  const severities = shown.summary.severities.with(0, 4711);
  dash.state = { ...dash.state, shown: { ...shown, summary: { ...shown.summary, severities } } };
  for (const key of ["v", "#"]) {
    dash.keys(key);
    assertMatch(dash.text(), /NONE +4.711/, key);
    dash.keys("q");
  }
  dash.keys("2", "enter");
  for (let pages = 0; pages < 4 && !/NONE +4.711/.test(dash.text()); pages++) dash.keys("pagedown");
  assertMatch(dash.text(), /NONE +4.711/);
});

Deno.test("the last line tells what Enter does in each panel, and it does that", () => {
  const dash = new Driver(160, 45, { records: 1204 });
  for (
    const [key, told, done] of [
      ["1", "Enter show its lines", /Filter pattern=5 /],
      ["2", "Enter heatmap", /╭ Counts by severity ─/],
      ["3", "Enter show its lines", /Filter pattern=\d /],
      ["4", "Enter show its lines", /Filter \w+ /],
      ["5", "Enter its values", /╭ [\w.]+ {2}\d+ values? ─/],
      ["6", "Enter open", /╭ Entry/],
    ] as const
  ) {
    dash.keys(key);
    assertStringIncludes(dash.lines().at(-1)!, told);
    dash.keys("enter");
    assertMatch(dash.text(), done);
    dash.keys("esc", "esc");
  }
  dash.keys("5", "d");
  assertEquals(dash.state.modals.map(({ kind }) => kind), ["attribute"]);
});

Deno.test("the files are not searched for what no older record can be; else it is said what is counted back from", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  const answer = dash.engine.answer.bind(dash.engine);
  const complete = { value: true };
  dash.engine.answer = (question) => {
    const answered = answer(question);
    return answered.kind === "rows" ? { ...answered, complete: complete.value } : answered;
  };
  const add = () => {
    dash.keys("/");
    dash.type("nowhere time>-2s");
    dash.keys("enter");
  };
  add();
  assert(!dash.state.whole);
  dash.keys("esc");
  complete.value = false;
  add();
  assert(dash.state.whole);
  assertMatch(dash.text(), /0 of 2,500 match, back from 12:00/);
});

Deno.test("of a pipe no search of files is offered, nor begun by a filter", () => {
  const dash = new Driver(120, 36, { records: 2500, piped: true });
  dash.engine.searched = "Piped and compressed input cannot be read again";
  const add = (text: string) => {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter");
  };
  add("severity>=error");
  assertMatch(dash.text(), /59 of 1,000 held match · \\ off$/m);
  add("nowhere");
  assertMatch(dash.text(), /0 of 1,000 held/);
  assertEquals([/A searches/.test(dash.text()), /cannot be read again/.test(dash.text())], [false, false]);
});
