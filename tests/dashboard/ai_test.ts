import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { AnswerEvent } from "../../src/ai/answer.ts";
import type { AiMessage, AiRequest } from "../../src/ai/protocol.ts";
import { markdownLines } from "../../src/dashboard/markdown_lines.ts";
import { lineWidth } from "../../src/dashboard/spans.ts";
import { assertGolden } from "../screens/golden.ts";
import { look, runsOf, styleName } from "../screens/style_runs.ts";
import { Driver } from "./driver.ts";

const ANSWER =
  "The **issuer's certificate** expired [#1201].\n\n- payments failed since [#1203]\n- see `acs-2` [#9?]\n";

/** What was posted to the model's worker. */
function asked(driver: Driver): AiRequest[] {
  return driver.commands.flatMap((command) => command.kind === "ai" ? [command.request] : []);
}

function says(driver: Driver, message: AiMessage): void {
  driver.send({ kind: "ai", message });
}

function happens(driver: Driver, id: number, ...events: AnswerEvent[]): void {
  for (const event of events) says(driver, { kind: "event", id, event });
}

function sent(model = "gpt-5"): AnswerEvent {
  return {
    kind: "sent",
    model,
    address: "http://127.0.0.1:1/v1",
    tokens: 1200,
    contextSize: 16_000,
    lines: 40,
    leftOut: 60,
    covers: "all 100 records",
  };
}

const CITED = [1200, 1202].map((sequence) => ({ label: String(sequence + 1), id: { source: 0, sequence } }));

function done(model = "gpt-5", text = ANSWER, cited = CITED): AnswerEvent {
  return {
    kind: "done",
    answer: {
      text,
      model,
      usage: { input: 1250, cached: 0, output: 80 },
      cost: 0.0024,
      duration: 3200,
      unsent: ["9"],
      cited,
    },
  };
}

function analysed(width = 120, height = 36): Driver {
  const driver = new Driver(width, height, { records: 1204 });
  driver.keys("up", "i", "1");
  happens(driver, 1, sent(), { kind: "tool", text: 'find_records {"filter":"issuer"}' }, {
    kind: "text",
    text: ANSWER,
  }, done());
  return driver;
}

Deno.test("i offers the kinds of analysis, and nothing is asked before one is chosen", () => {
  const driver = new Driver(120, 36, { records: 1204 });
  driver.keys("i");
  assertEquals(asked(driver), []);
  assertStringIncludes(driver.text(), "1  What went wrong");
  driver.keys("3");
  const [request] = asked(driver);
  assertEquals(request, {
    kind: "ask",
    id: 1,
    asked: { question: "", kind: "security", where: "", selected: null, entry: null },
  });
});

Deno.test("a question carries the filters and the entry under the cursor, and the answer stands beside it", () => {
  const driver = new Driver(160, 45, { records: 1204 });
  driver.keys("/");
  driver.type("order");
  driver.keys("enter", "up", "i", "enter");
  const [request] = asked(driver);
  assert(request.kind === "ask");
  assertEquals([
    request.kind === "ask" && request.asked.where,
    request.kind === "ask" && request.asked.selected?.source,
  ], ["order", 0]);
  happens(driver, 1, sent(), { kind: "thinking", text: "Is it the disk?" });
  assertStringIncludes(driver.text(), "Is it the disk?");
  happens(driver, 1, { kind: "text", text: "Half of an" });
  const text = driver.text();
  assertStringIncludes(text, "Half of an");
  assert(!text.includes("Is it the disk?"), "thinking makes room for the answer");
  assertStringIncludes(text, " │ ");
  assertStringIncludes(text, "1,200 of 16,000 tokens of context");
});

Deno.test("Esc cancels the request first, and closes then", () => {
  const driver = new Driver(120, 36, { records: 1204 });
  driver.keys("i", "1", "esc");
  assertEquals(asked(driver).at(-1), { kind: "cancel" });
  assertStringIncludes(driver.text(), "Cancelled");
  happens(driver, 1, { kind: "text", text: "too late" });
  assert(!driver.text().includes("too late"));
  driver.keys("esc");
  assertEquals(driver.state.modals, []);
});

Deno.test("n walks through the cited lines, Enter goes to one, c comes back to the answer", () => {
  const driver = analysed();
  driver.keys("n", "n", "N", "enter");
  assertEquals(driver.state.modals, []);
  assertEquals(driver.state.log.rows[driver.state.log.cursor - driver.state.log.from].id.sequence, 1200);
  assertStringIncludes(driver.text(), "#1201 · c goes back to the answer");
  driver.keys("c", "esc");
  assertStringIncludes(driver.text(), "certificate");
});

Deno.test("n says so where an answer cites only lines that were not sent", () => {
  const driver = new Driver(120, 36, { records: 1204 });
  driver.keys("i", "1");
  happens(driver, 1, sent(), { kind: "text", text: ANSWER }, done("gpt-5", ANSWER, []));
  driver.keys("n");
  assertStringIncludes(driver.text(), "The answer cites no lines that were sent");
});

Deno.test("follow-ups go on in the chat, with the conversation above", () => {
  const driver = analysed();
  driver.keys("n", "esc", "c");
  driver.type("since when?");
  driver.keys("enter");
  const request = asked(driver).at(-1)!;
  assertEquals(request.kind === "ask" && request.asked.question, "since when?");
  const text = driver.text();
  assertStringIncludes(text, "What went wrong");
  assertStringIncludes(text, "since when?");
  says(driver, { kind: "failed", id: 2, failure: "timeout", message: "sent nothing for 120 s" });
  assertStringIncludes(driver.text(), "sent nothing for 120 s");
  driver.keys("c");
  driver.type("and now?");
  driver.keys("enter");
  const last = asked(driver).at(-1)!;
  assertEquals(last.kind === "ask" && last.asked.question, "and now?", "c asks in the chat too");
});

Deno.test("a failure is told where the answer would stand", () => {
  const driver = new Driver(120, 36, { records: 1204 });
  driver.keys("i", "1");
  says(driver, { kind: "failed", id: 1, failure: "key", message: "No API key: set OPENAI_API_KEY" });
  assertStringIncludes(driver.text(), "No API key: set OPENAI_API_KEY");
});

const ROWS = ["gpt-5", "gpt-5-mini"].map((model) => ({
  place: 0,
  model,
  provider: "openai",
  address: "https://api.openai.com/v1",
  context: 272_000,
  price: { input: 1.25, output: 10 },
  loaded: false,
}));

function withModels(width = 120, height = 36): Driver {
  const driver = new Driver(width, height, { records: 1204 });
  driver.keys("m");
  says(driver, {
    kind: "models",
    rows: ROWS,
    current: { place: 0, model: "gpt-5", why: "it is the best available" },
    problems: [],
  });
  return driver;
}

Deno.test("m lists the models; Enter asks one from then on, a lets weir choose again", () => {
  const driver = withModels();
  assertEquals(asked(driver), [{ kind: "models" }]);
  driver.keys("down", "enter");
  assertEquals(asked(driver).at(-1), { kind: "choose", choice: { place: 0, model: "gpt-5-mini" } });
  driver.keys("a");
  assertEquals(asked(driver).slice(-2), [{ kind: "choose", choice: null }, { kind: "models" }]);
});

Deno.test("the list of models opens at the one that is asked, and stays where the person went meanwhile", () => {
  const current = { place: 0, model: "gpt-5-mini", why: "ai-model names it" };
  const listed = (...keys: string[]) => {
    const driver = new Driver(120, 36, { records: 1204 });
    driver.keys("m");
    says(driver, { kind: "models", rows: ROWS, current: null, problems: [] });
    driver.keys(...keys);
    says(driver, { kind: "models", rows: ROWS, current, problems: [] });
    return driver.state.modals.at(-1)?.position.cursor;
  };
  assertEquals([listed(), listed("end"), ROWS[1].model], [1, ROWS.length - 1, "gpt-5-mini"]);
});

Deno.test("marked models answer one question side by side, with time, tokens and cost", async () => {
  const driver = withModels();
  driver.keys("c");
  assertEquals(driver.state.prompt, null, "one model is no comparison");
  driver.keys("space", "down", "space", "c");
  driver.type("what broke?");
  driver.keys("enter");
  const request = asked(driver).at(-1)!;
  assert(request.kind === "compare");
  assertEquals(request.kind === "compare" && request.models.map(({ id, model }) => [id, model]), [[
    1,
    "gpt-5",
  ], [2, "gpt-5-mini"]]);
  happens(driver, 1, sent(), { kind: "text", text: ANSWER }, done());
  happens(
    driver,
    2,
    sent("gpt-5-mini"),
    { kind: "text", text: "It was the disk." },
    done("gpt-5-mini", "It was the disk."),
  );
  for (const [width, height] of [[160, 45], [120, 36], [80, 24]]) {
    driver.send({ kind: "resize", width, height });
    await assertDrawn(`compare-${width}x${height}`, driver);
  }
});

Deno.test("Ctrl+O shows exactly what would be sent", () => {
  const driver = analysed();
  driver.keys("ctrl+o");
  assertEquals(asked(driver).at(-1)?.kind, "preview");
  says(driver, {
    kind: "preview",
    text: 'POST https://api.openai.com/v1/chat/completions\nauthorization: ********\n\n{"messages": "a\\nb"}',
  });
  assertStringIncludes(driver.text(), "authorization: ********");
});

Deno.test("y sends the newest answer to the terminal's clipboard, not the line behind it", () => {
  const driver = analysed();
  driver.keys("y");
  assertEquals(driver.commands.at(-1), {
    kind: "copy",
    text: driver.state.ai.talks[0].text.trim(),
    what: "The answer",
  });
  const none = new Driver(120, 36, { records: 300 });
  none.keys("i", "y");
  assertEquals(none.commands, []);
  assertStringIncludes(none.text(), "No answer yet");
});

Deno.test("w saves the conversation as Markdown", () => {
  const driver = analysed();
  driver.keys("w");
  const command = driver.commands.at(-1)!;
  assert(command.kind === "save");
  assertStringIncludes(
    command.kind === "save" ? command.text : "",
    "## What went wrong\n\nThe **issuer's certificate** expired [#1201].",
  );
  assertStringIncludes(
    command.kind === "save" ? command.text : "",
    "*gpt-5, 3.2 s, 1,250 tokens in, 80 out, $0.0024*",
  );
});

/** A screen as it is kept, its colours apart. */
async function assertDrawn(name: string, driver: Driver): Promise<void> {
  await assertGolden(name, driver.lines());
  await assertGolden(`styles/${name}`, runsOf(driver.buffer(look), styleName));
}

Deno.test("analysis, chat, models, comparison and what is sent are drawn as before, in colour", async () => {
  for (const [width, height] of [[160, 45], [120, 36], [80, 24]]) {
    const driver = analysed(width, height);
    await assertDrawn(`analysis-${width}x${height}`, driver);
    driver.keys("c", "esc");
    await assertDrawn(`chat-${width}x${height}`, driver);
    const models = withModels(width, height);
    await assertDrawn(`models-${width}x${height}`, models);
    const preview = new Driver(width, height, { records: 1204 });
    preview.keys("ctrl+o");
    preview.send({
      kind: "ai",
      message: { kind: "preview", text: "system: You read logs.\n\nuser: 70 of 1204 records" },
    });
    await assertDrawn(`sent-${width}x${height}`, preview);
  }
});

Deno.test("an answer's control characters are shown as signs, in its code and its headings too", () => {
  const bad = "# a\x1b[31m\n\nb\x07 `c\x1b]0;x\x07`\n```\nd\x1b[2J\n```\n\u202ee";
  const text = markdownLines(bad, 40).map((line) => line.map(({ text }) => text).join("")).join("\n");
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(text), JSON.stringify(text));
});

Deno.test("Markdown keeps within its cells", () => {
  const written =
    "A **long strong text** with `code` and a-word-that-is-much-wider-than-the-row\n\n1. one two three four five";
  const textsIn = (cells: number) =>
    markdownLines(written, cells).map((line) => line.map(({ text }) => text).join(""));
  for (let cells = 8; cells <= 60; cells++) {
    const texts = textsIn(cells);
    assert(texts.every((text) => text.length <= cells), `${cells}: ${JSON.stringify(texts)}`);
  }
  const texts = textsIn(20);
  assertEquals(texts.slice(-2).map((text) => text.trimEnd()), ["1. one two three", "   four five"]);
});

Deno.test("a table of Markdown stands in columns, within its cells, its citations too", () => {
  const written = [
    "before",
    "| What | Count | Where |",
    "|:-----|------:|---|",
    "| **failed** | 128 | `app-1` at 10:00 [#12] and later on a line of its own |",
    "| a \\| b\x1b[31m | 2 |",
    "behind | it",
    "",
    "| no | table |",
  ].join("\n");
  const rows = (cells: number) => markdownLines(written, cells, "12");
  const texts = (cells: number) => rows(cells).map((line) => line.map(({ text }) => text).join("").trimEnd());
  assertEquals(texts(48), [
    "before",
    "What        Count  Where",
    "failed        128  app-1 at 10:00 [#12] and",
    "                   later on a line of its own",
    "a | b␛[31m      2",
    "behind         it",
    "",
    "| no | table |",
  ]);
  assertEquals(rows(48)[2].filter(({ tone }) => tone === "strong").map(({ text }) => text.trim()), [
    "failed",
    "#12",
  ]);
  for (let cells = 16; cells <= 80; cells++) {
    assert(texts(cells).every((text) => text.length <= cells), `${cells}: ${JSON.stringify(texts(cells))}`);
  }
  assertEquals(texts(15)[1], "| What | Count", "too narrow for columns");
});

Deno.test("what models write otherwise stands in cells too, each sign of it in its tone", () => {
  const written = [
    "## The **pool** of `db` ##",
    "See *this*, ~~that~~ and __init__, `a`, [the docs](https://example.org/x) [#12, #99?].",
    "> Restart is ***no*** fix.",
    "- [ ] raise 連接池 the pool",
    "  - [x] look for *.log and a*b*c",
    "---",
  ].join("\n");
  const rows = markdownLines(written, 30, "12");
  assertEquals(rows.map((line) => line.map(({ text }) => text).join("").trimEnd()), [
    "The pool of db",
    "See this, that and __init__,",
    "a, the docs",
    "(https://example.org/x) [#12,",
    "#99?].",
    "▌ Restart is no fix.",
    "☐ raise 連接池 the pool",
    "  ☑ look for *.log and a*b*c",
    "─".repeat(30),
  ]);
  const toned = (tone: string) =>
    rows.flatMap((line) => line.filter((part) => part.tone === tone).map(({ text }) => text.trim()));
  assertEquals(toned("bad"), ["#99?"]);
  assertEquals(toned("strong"), ["The pool of", "#12", "no"]);
  assertEquals(toned("accent"), ["db", "a"]);
  for (let cells = 8; cells <= 60; cells++) {
    for (const line of markdownLines(written, cells)) {
      assert(lineWidth(line) <= cells, `${cells}: ${JSON.stringify(line)}`);
    }
  }
});
