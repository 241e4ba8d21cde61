import { inputName } from "../../src/dashboard/panels/header_panel.ts";
import { isKnown, keyOfFinding } from "../../src/dashboard/findings.ts";
import type { Finding } from "../../src/record/summary.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  bytes,
  grouped,
  percent,
  range,
  roughPercent,
  shortened,
  span,
} from "../../src/dashboard/figures.ts";
import { whereOfFinding } from "../../src/dashboard/findings.ts";
import { BINDINGS, keymapWith } from "../../src/dashboard/keymap.ts";
import { layoutOf, MIN_HEIGHT, MIN_WIDTH } from "../../src/dashboard/layout.ts";
import { movedBy, scrolledBy } from "../../src/dashboard/list_position.ts";
import { wrapped } from "../../src/dashboard/spans.ts";
import { edited, fieldOf, inserted } from "../../src/dashboard/text_field.ts";
import { chartOf, drawnTimeline } from "../../src/dashboard/time_chart.ts";
import { cellWidth } from "../../src/terminal/text.ts";
import { Driver } from "./driver.ts";
import { NOON, sampleSnapshot } from "./fake_engine.ts";

Deno.test("a list's cursor stays in it and on the screen, and no room is wasted at its end", () => {
  fc.assert(fc.property(
    fc.nat(50),
    fc.integer({ min: 1, max: 20 }),
    fc.array(fc.integer({ min: -60, max: 60 })),
    (count, height, moves) => {
      let position = { cursor: 0, top: 0 };
      for (const distance of moves) {
        position = movedBy(position, distance, count, height);
        assert(position.cursor >= 0 && position.cursor < Math.max(1, count));
        assert(position.top <= position.cursor && position.cursor < position.top + height);
        assert(position.top + height <= Math.max(count, height));
      }
    },
  ));
});

Deno.test("a page scrolls no further than its last line", () => {
  assertEquals(scrolledBy({ cursor: 0, top: 0 }, 100, 30, 10).top, 20);
  assertEquals(scrolledBy({ cursor: 0, top: 0 }, 5, 3, 10).top, 0);
});

Deno.test("a line is edited as in a shell", () => {
  const keys = (text: string, ...names: string[]) =>
    names.reduce((field, name) => edited(field, name) ?? inserted(field, name), fieldOf(text));
  assertEquals(keys("one two", "ctrl+w"), { text: "one ", cursor: 4 });
  assertEquals(keys("one two", "ctrl+a", "x"), { text: "xone two", cursor: 1 });
  assertEquals(keys("one two", "alt+b", "ctrl+k"), { text: "one ", cursor: 4 });
  assertEquals(keys("one two", "alt+b", "ctrl+u"), { text: "two", cursor: 0 });
  assertEquals(keys("a👩‍💻b", "left", "backspace"), { text: "ab", cursor: 1 });
  assertEquals(keys("abc", "home", "delete", "end", "left", "right"), { text: "bc", cursor: 2 });
  assertEquals(inserted(fieldOf("a"), "b\nc\td").text, "ab c d");
  assertEquals(edited(fieldOf("a"), "f5"), null);
});

Deno.test("buckets become columns: several buckets a column, or several columns a bucket", () => {
  const bucket = (time: number, count: number) => ({ time, severities: [count, 0, 0, 0, 0, 0, 0] });
  const sparse = chartOf({ width: 10, buckets: [bucket(100, 1), bucket(120, 4)] }, 9);
  assertEquals(sparse.columns.map(([none]) => none), [1, 1, 1, 0, 0, 0, 4, 4, 4]);
  assertEquals([sparse.start, sparse.end, sparse.highest], [100, 130, 4]);
  const dense = chartOf({ width: 10, buckets: Array.from({ length: 25 }, (_, i) => bucket(i * 10, 1)) }, 10);
  assertEquals(dense.columns.map(([none]) => none), [3, 3, 3, 3, 3, 3, 3, 3, 3, 1]);
  assertEquals(dense.width, 30);
  assertEquals(chartOf({ width: 10, buckets: [] }, 10).columns, []);
});

Deno.test("records without a time do not stretch the chart of an old log to now", () => {
  const { summary } = sampleSnapshot(1204);
  const late = { time: NOON + 86_400_000, severities: [90, 0, 0, 0, 0, 0, 0] };
  const timeline = { ...summary.timeline, buckets: [...summary.timeline.buckets, late] };
  assertEquals(drawnTimeline({ ...summary, timeline }), { ...summary.timeline, outside: 90 });
  assertEquals(drawnTimeline({ ...summary, timeline, start: null, end: null }).buckets.at(-1), late);
});

Deno.test("a chart loses no record", () => {
  fc.assert(fc.property(
    fc.uniqueArray(fc.nat(500), { minLength: 1 }),
    fc.integer({ min: 10, max: 200 }),
    (times, cells) => {
      const buckets = times.sort((a, b) => a - b).map((time) => ({
        time: time * 60,
        severities: [0, 0, 0, 1, 0, 0, 0],
      }));
      const { columns } = chartOf({ width: 60, buckets }, cells);
      assert(columns.length <= cells);
      const runs = columns.filter((counts, place) => counts !== columns[place - 1]);
      assertEquals(runs.reduce((sum, counts) => sum + counts[3], 0), times.length);
    },
  ));
});

Deno.test("no key has two meanings, and every key that can be pressed says what it does", () => {
  const keys = BINDINGS.flatMap(({ keys }) => [...keys]);
  assertEquals(new Set(keys).size, keys.length);
  const keymap = keymapWith();
  for (const { action, keys, help } of BINDINGS) {
    for (const key of keys) assertEquals(keymap.actionOf(key), action);
    assert(help.length > 0);
  }
});

Deno.test("a key can be given to another action; clashes and what a terminal cannot tell apart are refused", () => {
  const keymap = keymapWith({ wrap: "Z Ctrl+L" });
  assertEquals(keymap.actionOf("Z"), "wrap");
  assertEquals(keymap.actionOf("ctrl+l"), "wrap");
  assertEquals(keymap.actionOf("w"), undefined);
  assertThrows(() => keymapWith({ wrap: "q" }), RangeError, "already");
  assertThrows(() => keymapWith({ wrap: "ctrl+i" }), RangeError, "same as tab");
  assertThrows(() => keymapWith({ wrap: "hyper+q" }), RangeError, "no key");
  assertThrows(() => keymapWith({ dance: "x" }), RangeError, "no action");
});

Deno.test("at any size the parts of the screen stand beside each other, not over each other", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: MIN_WIDTH, max: 260 }),
      fc.integer({ min: MIN_HEIGHT, max: 90 }),
      fc.subarray(["findings", "timeline", "patterns", "words", "attributes"] as const),
      (width, height, hidden) => {
        const { state } = new Driver(width, height);
        const layout = layoutOf({ ...state, hidden: [...hidden] });
        const areas = [layout.header, layout.filters, layout.findings, layout.log, layout.side, layout.status]
          .concat(layout.panels.map(({ area }) => area)).filter((area) => area !== null);
        const taken = new Set<number>();
        for (const { x, y, width: w, height: h } of areas) {
          assert(w > 0 && h > 0 && x >= 0 && y >= 0 && x + w <= width && y + h <= height);
          for (let row = y; row < y + h; row++) {
            for (let column = x; column < x + w; column++) {
              assert(!taken.has(row * width + column), `two parts at ${column},${row}`);
              taken.add(row * width + column);
            }
          }
        }
        assertEquals(taken.size, width * height, "all of the screen is used");
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("the first rows of a line of a megabyte are made about as quickly as those of a short one", () => {
  const took = (text: string) =>
    Math.min(...[1, 2, 3].map(() => {
      const start = performance.now();
      assertEquals(wrapped(text, 70, 400).length, 400);
      return performance.now() - start;
    }));
  const short = took("long ".repeat(6_000));
  const long = took("long ".repeat(200_000));
  assert(long < 10 * short, `${long} ms rather than ${short} ms`);
});

Deno.test("wrapped text is as wide as it may be at the most, and keeps its words", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.integer({ min: 2, max: 40 }),
      (text, cells) => {
        const rows = wrapped(text, cells);
        for (const row of rows) assert(cellWidth(row) <= cells, row);
      },
    ),
  );
  assertEquals(wrapped("could not reach issuer acs-2", 12), ["could not", "reach issuer", "acs-2"]);
});

Deno.test("figures are short and aligned", () => {
  assertEquals(grouped(1_204_331), "1,204,331");
  assertEquals([shortened(999, 4), shortened(1204, 4), shortened(34_000_000, 4)], ["999", "1.2k", "34M"]);
  assertEquals([percent(1, 3), percent(1, 1e6), percent(999_999, 1e6)], ["33.3%", "<0.1%", "99.9%"]);
  const rough = [roughPercent(1, 3), roughPercent(1, 1e6), roughPercent(999_999, 1e6), roughPercent(3, 3)];
  assertEquals(rough, ["33%", "<1%", "99%", "100%"]);
  assertEquals([bytes(12), bytes(1500), bytes(390e6)], ["12 B", "1.5 kB", "390 MB"]);
  assertEquals([span(200), span(4500), span(12_000), span(14_940_000)], [
    "200 ms",
    "4.5 s",
    "12 s",
    "4 h 9 min",
  ]);
});

Deno.test("a range of time is told as closely as its length asks for", () => {
  const from = Date.UTC(2026, 10, 18, 23, 55, 7);
  const told = (minutes: number) => range(from, from + minutes * 60_000, true).join(" ");
  assertEquals([0.1, 4, 10, 7200].map(told), [
    "23:55:07 23:55:13",
    "23:55:07 23:59:07",
    "11-18 23:55 11-19 00:05",
    "11-18 23:55 11-23 23:55",
  ]);
  assertEquals(range(from - 36e5, from, true), ["22:55", "23:55"]);
});

Deno.test("a finding filters to its patterns, else to whose it is; an input to nothing", () => {
  const [finding] = sampleSnapshot(1204).summary.findings;
  const bare = { ...finding, patterns: [], service: null, start: NOON, end: NOON + 60_000 };
  const of = (changes: Partial<Finding>) => whereOfFinding({ ...bare, ...changes }, NOON + 90_000);
  assertEquals(of({ kind: "new-pattern", patterns: [5, 7] }), "pattern=5 or pattern=7");
  assertEquals(of({ kind: "vanished", host: "fra-1" }), "host=fra-1");
  assertEquals(of({ kind: "source" }), null);
  // Of a silence of the whole log there is no record to list.
  assertEquals(of({ kind: "gap" }), null);
});

Deno.test("what is there at other times, too, is filtered to the time of the finding", () => {
  const [finding] = sampleSnapshot(1204).summary.findings;
  const bare = { ...finding, patterns: [], service: null, start: NOON, end: NOON + 60_000 };
  const time = "time>=2026-11-18T12:00:00Z time<2026-11-18T12:01:00Z";
  const of = (changes: Partial<Finding>) => whereOfFinding({ ...bare, ...changes }, NOON + 90_000);
  assertEquals(of({ kind: "burst" }), time);
  assertEquals(of({ kind: "shifted-number", patterns: [5, 7] }), `(pattern=5 or pattern=7) ${time}`);
  assertEquals(
    of({ kind: "error-rate", service: "pay ments" }),
    `service="pay ments" severity>=error ${time}`,
  );
  // What of a pattern is no error does not belong to it, and warnings are not errors.
  assertEquals(of({ kind: "error-rate", patterns: [5] }), `severity>=error ${time}`);
  assertEquals(of({ kind: "error-rate", severity: 4 }), `severity=warn ${time}`);
  const route = { key: "path", value: "/orders/*", text: "path=/orders/*", share: 1, usual: 0, records: 20 };
  assertEquals(
    of({ kind: "error-rate", common: [route] }),
    `path~"^/orders/[^/?#]+([?#]|$)" severity>=error ${time}`,
  );
  const most = { ...route, key: "tenant", value: "acme", share: 0.9 };
  assertEquals(of({ kind: "error-rate", common: [most] }), `severity>=error ${time}`);
  assertEquals(of({ kind: "error-rate", severity: 0, patterns: [5] }), `pattern=5 ${time}`);
  // What lasts until the log's last record may go on.
  assertEquals(
    whereOfFinding({ ...bare, kind: "burst", patterns: [5] }, NOON + 59_000),
    "pattern=5 time>=2026-11-18T12:00:00Z",
  );
});

Deno.test("what was acknowledged needs a look again when it has doubled, or comes back after it was over", () => {
  const finding: Finding = {
    rank: 1,
    kind: "burst",
    title: "Burst: 12 s of it",
    evidence: "",
    start: 1000,
    end: 2000,
    patterns: [1],
    service: "api",
    host: null,
    severity: 5,
    count: 40,
    lines: [],
  };
  const known = [{ key: keyOfFinding(finding), count: 40, end: 2000 }];
  assert(isKnown(finding, known));
  assert(isKnown({ ...finding, title: "Burst: 3 min of it", count: 79, end: 9000 }, known));
  assert(isKnown({ ...finding, title: finding.title.replace("Burst", "Far more"), end: 9000 }, known));
  assert(!isKnown({ ...finding, count: 80 }, known));
  assert(!isKnown({ ...finding, start: 2001, end: 3000 }, known));
  assert(!isKnown({ ...finding, service: "web" }, known));
});

Deno.test("what is read is named by its first file, how many there are, and that records are received", () => {
  const receives = "OTLP on 127.0.0.1:4317 and :4318";
  assertEquals(inputName({ inputs: ["logs/app.log"] }), "app.log");
  assertEquals(inputName({ inputs: ["/var/log/shop/*"] }), "shop/*");
  assertEquals(inputName({ inputs: ["logs/app.log", "b.log", "c.log"] }), "app.log ×3");
  assertEquals(inputName({ inputs: ["logs/app.log", receives], receives }), "app.log + OTLP");
  assertEquals(inputName({ inputs: ["a.log", "b.log", receives], receives }), "a.log ×2 + OTLP");
  assertEquals(inputName({ inputs: [receives], receives }), receives);
  const opened = ["logs/b.log", "logs/c.log"].map((name) => ({ name }));
  assertEquals(inputName({ inputs: ["gone.log", "logs/b.log", "logs/c.log"] }, opened), "b.log ×2");
  assertEquals(inputName({ inputs: ["logs/*.log"] }, opened), "*.log ×2");
  assertEquals(inputName({ inputs: ["gone.log", "logs/b.log"] }, opened.slice(0, 1)), "b.log");
});
