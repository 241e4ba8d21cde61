import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { Driver } from "./driver.ts";

/** The last line of the screen. */
function lastLine(dash: Driver): string {
  return dash.lines().at(-1)!;
}

Deno.test("Esc leads from the lines behind a row back to that row", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("3", "j", "enter");
  const [{ text }] = dash.state.filters;
  assertEquals(dash.state.focus, "log");
  dash.keys("esc");
  assertEquals([dash.state.focus, dash.state.filters.length], ["patterns", 0]);
  dash.keys("enter");
  assertEquals(dash.state.filters[0].text, text);
  dash.keys("6", "esc", "1", "d", "enter", "esc");
  assertEquals(dash.state.focus, "findings");
});

Deno.test("Esc takes away a filter that was typed and stays in the log", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("3", "/");
  dash.type("root");
  dash.keys("enter", "6", "esc");
  assertEquals([dash.state.focus, dash.state.filters.length], ["log", 0]);
});

Deno.test("another filter ranks anew, also where the reader is, and the cursor stays on its row", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("4", "j", "j", "j");
  const chosen = () => dash.state.order.words[dash.state.rankings.words.cursor];
  const word = chosen();
  dash.keys("+");
  const counts = dash.state.overview!.summary.words.top;
  assertEquals(dash.state.order.words, counts.map(({ word }) => word));
  assertEquals(chosen(), word);
  dash.keys("esc");
  assertEquals(chosen(), word);
});

Deno.test("a panel on the full screen says how to get the others back", () => {
  const dash = new Driver(80, 24, { records: 1204 });
  dash.keys("2", "z");
  assertMatch(lastLine(dash), /^ z all panels {3}Enter heatmap .* \? keys/);
  dash.keys("z", "f");
  assertMatch(lastLine(dash), /f all panels/);
});

Deno.test("the keys of a panel stand in the last line before words on the list beside it", () => {
  const dash = new Driver(80, 24, { records: 0 });
  dash.read(2500, "ended");
  assertMatch(lastLine(dash), /The newest 1,000 of 2,500 records/);
  dash.keys("1");
  assertMatch(lastLine(dash), /^ Enter show its lines {3}d all of it {3}a acknowledge .* \? keys/);
});

Deno.test("a key that does nothing says so, and what is pasted nowhere too", () => {
  const dash = new Driver(80, 24, { records: 1204 });
  dash.keys("Q");
  assertMatch(lastLine(dash), /^ Q does nothing · \? lists the keys/);
  dash.keys("esc");
  assertMatch(lastLine(dash), /There is nothing to go back from · q quits/);
  dash.keys("d", "tab");
  dash.keys("t");
  assertMatch(lastLine(dash), /t does nothing in this window · Esc closes it/);
  dash.keys("esc");
  dash.send({ kind: "paste", text: "rq" });
  assertMatch(lastLine(dash), /Paste while something is typed: \/ filter, s search/);
});

Deno.test("a filter by a pattern's number tells the pattern", () => {
  const dash = new Driver(160, 45, { records: 1204 });
  dash.keys("3", "enter");
  assertMatch(dash.lines()[1], /Filter pattern=1 {3}handled <word> <path> with <num> in <dur>/);
  dash.keys("/");
  dash.type("root");
  dash.keys("enter");
  assertNotMatch(dash.lines()[1], /handled/);
});

Deno.test("where nothing needs a look its line says so on a narrow screen, too, and offers nothing to open", () => {
  const dash = new Driver(80, 24, { records: 60 });
  const shown = dash.state.shown!;
  dash.state = { ...dash.state, shown: { ...shown, summary: { ...shown.summary, findings: [] } } };
  dash.keys("1");
  assertMatch(dash.lines()[1], /^▌(Nothing needs a look|Too little data)/);
  assertEquals(lastLine(dash), " Tab panels   ? keys   q quit");
});

Deno.test("no severity at all is no choice: the window stays, with what was chosen", () => {
  const dash = new Driver(80, 24, { records: 60 });
  dash.keys("v", ..."0123456".split("").flatMap(() => ["space", "down"]), "enter");
  assertEquals(dash.state.modals.at(-1)?.kind, "severities");
  assertMatch(lastLine(dash), /Choose at least one severity/);
  assertEquals(dash.state.filters, []);
});

Deno.test("a few severities that are left out are named, and are those that the window shows again", () => {
  const dash = new Driver(80, 24, { records: 1204 });
  dash.keys("v", "down", "down", "space", "down", "space", "enter");
  assertEquals(dash.state.filters.map(({ text }) => text), ["severity!=info,warn"]);
  assertEquals(
    new Set(dash.state.log.rows.map(({ record }) => record.severityText)),
    new Set(["DEBUG", "ERROR"]),
  );
  dash.keys("v", "down", "down", "space", "down", "space", "enter");
  assertEquals(dash.state.filters, []);
});
