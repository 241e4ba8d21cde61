import { assert, assertEquals } from "@std/assert";
import type { StreamActivity } from "../../../src/analysis/activity.ts";
import type { Candidate } from "../../../src/analysis/findings/candidate.ts";
import { isClockwork } from "../../../src/analysis/findings/clockwork.ts";
import { isOfInterest } from "../../../src/analysis/findings/measures.ts";
import { explains, rightlyAbout } from "../../../src/analysis/findings/one_thing.ts";
import { company, meanwhile } from "../../../src/analysis/findings/phrases.ts";
import { missedTime } from "../../../src/analysis/findings/rhythms.ts";
import { asIncidents, isAfter, type Told } from "../../../src/analysis/findings/same_incident.ts";
import { longestSilence } from "../../../src/analysis/findings/silences.ts";
import type { PatternSummary } from "../../../src/record/summary.ts";

const BUCKETS = 500;

function streamOf(pattern: number, countAt: (bucket: number) => number, of: Partial<StreamActivity> = {}) {
  const counts = Float64Array.from({ length: BUCKETS }, (_, at) => countAt(at));
  return { stream: pattern, pattern, service: "", source: 0, host: "", badness: 0, counts, ...of };
}

function candidate(of: Partial<Candidate>): Candidate {
  const fixed = { streams: [], patterns: [1], service: null, host: null };
  return {
    kind: "new-pattern",
    from: 200,
    to: 300,
    badness: 2,
    count: 50,
    expected: 0,
    p: 0,
    ...fixed,
    ...of,
  };
}

function told(of: Partial<Candidate>, before: Told["before"] = []): Told {
  return { candidate: candidate(of), before, elsewhere: [] };
}

/** A source that says nothing from bucket 200 to 300, and then what it always says, or that it starts. */
function silent(starts = false): Partial<Candidate> {
  const usual = streamOf(5, (at) => at < 200 || at >= 300 ? 3 : 0);
  const start = streamOf(6, (at) => at === 300 ? 4 : 0);
  return { kind: "gap", patterns: [], badness: 0, source: 0, streams: starts ? [usual, start] : [usual] };
}

function outline(found: readonly Told[]) {
  return found.map(({ candidate, elsewhere }) => [candidate.kind, elsewhere.map(({ kind }) => kind)]);
}

Deno.test("what came before a part of an incident is told of it only if it came before the incident, and how long", () => {
  const pattern = { id: 7 } as PatternSummary;
  const aheadOf = (ahead: number) => {
    const [first] = asIncidents(
      [told(silent(true)), told({ from: 210, to: 295 }, [{ pattern, ahead, count: 3 }])],
      BUCKETS,
    );
    return first.before.map(({ ahead }) => ahead);
  };
  assertEquals(aheadOf(16), [6]);
  assertEquals(aheadOf(4), []);
});

Deno.test("a source that had nothing to do while others failed does not lead, one that starts anew does", () => {
  const incident = (starts: boolean) =>
    outline(asIncidents([told(silent(starts)), told({ from: 200, to: 299 })], BUCKETS));
  assertEquals(incident(false), [["new-pattern", ["gap"]]]);
  assertEquals(incident(true), [["gap", ["new-pattern"]]]);
});

Deno.test("what is said rarely, but all the time, is no start, though some of it comes right after a silence", () => {
  const usual = streamOf(5, (at) => at < 200 || at >= 300 ? 3 : 0);
  const rare = streamOf(6, (at) => [40, 90, 150, 300, 302].includes(at) ? 1 : 0);
  const idle = told({ ...silent(), streams: [usual, rare] });
  assertEquals(outline(asIncidents([idle, told({ from: 200, to: 299 })], BUCKETS)), [["new-pattern", [
    "gap",
  ]]]);
});

Deno.test("a server that gets no more requests as its errors end is given up: one incident", () => {
  const text = "server.address=shop-b";
  const common = [{ key: "server.address", value: "shop-b", text, share: 0.9, usual: 0.3, records: 40 }];
  const failed = { kind: "error-rate", from: 200, to: 215, common } as const;
  const gone = (value: string) => told({ kind: "gap", badness: 0, patterns: [], from: 215, to: 300, value });
  const [one, ...others] = asIncidents([told({ ...failed }), gone(text)], BUCKETS);
  assertEquals(others, []);
  assert(isAfter(one.candidate, one.elsewhere[0], []));
  // The server's errors may be what others' errors came with.
  const call = told({ from: 200, to: 215, patterns: [2] });
  assertEquals(asIncidents([call, told({ ...failed }), gone(text)], BUCKETS).length, 1);
  assertEquals(asIncidents([told({ ...failed }), gone("server.address=shop-c")], BUCKETS).length, 2);
});

Deno.test("what moves gradually with one value, wherever it is measured, is one incident", () => {
  const alone = (value: string) => ({
    ...{
      text: `path=${value}`,
      key: "path",
      value,
      inside: 90,
      usual: 9,
      others: 9,
      share: 0.5,
      records: 800,
    },
  });
  const moved = (value: string, pattern: number) =>
    told({
      ...{ kind: "shifted-number", trend: true, badness: 0, inside: 90, expected: 9 },
      ...{ patterns: [pattern], alone: alone(value) },
    });
  assertEquals(asIncidents([moved("/items/*", 1), moved("/items/*", 2)], BUCKETS).length, 1);
  assertEquals(asIncidents([moved("/items/*", 1), moved("/carts/*", 2)], BUCKETS).length, 2);
});

Deno.test("what is FATAL as an incident ends does not lead it, what is so as it begins does", () => {
  const incident = (from: number) =>
    asIncidents([told({ badness: 3, from, to: from + 5 }), told({ patterns: [2] })], BUCKETS)
      .map(({ candidate }) => candidate.badness);
  assertEquals(incident(294), [2]);
  assertEquals(incident(210), [3, 2]);
});

Deno.test("what is done again and again with a new warning, and a number that moved in a silence, are parts of it", () => {
  const again = told({ kind: "burst", badness: 0, patterns: [3] });
  assertEquals(outline(asIncidents([told({ badness: 1 }), again], BUCKETS)), [["new-pattern", ["burst"]]]);
  const moved = told({ kind: "shifted-number", badness: 0, from: 240, to: 305 });
  const failed = told({ from: 230, to: 299, patterns: [4] });
  assertEquals(outline(asIncidents([told(silent(true)), moved, failed], BUCKETS)), [
    // Errors say more than a number.
    ["gap", ["new-pattern", "shifted-number"]],
  ]);
});

Deno.test("who most of far more of everything comes from, and a number that moves within another's move, are parts of it", () => {
  const client = told({ kind: "dominant-value", badness: 0, patterns: [] });
  const more = told({ kind: "burst", badness: 0, patterns: [] });
  assertEquals(outline(asIncidents([more, client], BUCKETS)), [["burst", ["dominant-value"]]]);
  const moved = { kind: "shifted-number", badness: 0 } as const;
  const within = told({ ...moved, from: 240, to: 298, patterns: [2] });
  assertEquals(outline(asIncidents([told(moved), within], BUCKETS)), [[moved.kind, [moved.kind]]]);
  // Answers take longer before the first of them fails.
  const slow = told({ ...moved, from: 194 });
  assertEquals(outline(asIncidents([told({}), slow], BUCKETS)), [["new-pattern", [moved.kind]]]);
  const before = told({ ...moved, from: 240, to: 260, patterns: [2] });
  assertEquals(asIncidents([told(moved), before], BUCKETS).length, 2);
});

Deno.test("what a host says as rarely after a burst as before it did not vanish there", () => {
  const stream = streamOf(1, (at) => at >= 200 && at < 300 ? 4 : 0, { host: "web-1" });
  const other = streamOf(1, (at) => at % 20 === 0 ? 1 : 0, { host: "web-2", stream: 2 });
  const burst = candidate({ kind: "burst", badness: 1, streams: [stream, other], expected: 5, count: 405 });
  const gone = candidate({ kind: "vanished", from: 300, to: BUCKETS, host: "web-1", streams: [stream] });
  assertEquals(rightlyAbout([burst, gone]), [burst]);
  assertEquals(rightlyAbout([gone]), [gone]);
});

Deno.test("a pause right after the start is no silence", () => {
  const counts = (from: number) =>
    Array.from({ length: BUCKETS }, (_, at) => at >= from && at < from + 4 ? 0 : 20 + at % 3);
  assertEquals(longestSilence(counts(6)), null);
  assert(longestSilence(counts(60)) !== null);
});

Deno.test("a daily job that came on a Sunday is missed on a Saturday, too", () => {
  const start = Date.UTC(2026, 1, 1);
  const hour = 3_600_000;
  const counts = (days: readonly number[]) =>
    Array.from({ length: 12 * 24 }, (_, at) => at % 24 === 2 && days.includes(Math.floor(at / 24)) ? 1 : 0);
  // February 1, 2026 is a Sunday.
  const missed = missedTime(counts([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11]), { start, width: hour }, 10);
  assertEquals(missed?.times, 1);
  assertEquals(missedTime(counts([1, 2, 3, 4, 5, 8, 9, 10, 11]), { start, width: hour }, 10), null);
});

Deno.test("what comes at a steady pace does so however many buckets a part of the log has", () => {
  assert(isClockwork(new Float64Array(540).fill(36)));
  assert(!isClockwork(Float64Array.from({ length: 540 }, (_, at) => 36 + at / 20)));
});

Deno.test("a port measures nothing", () => {
  assertEquals(isOfInterest("req.remotePort", "", ""), false);
  assertEquals(isOfInterest("req.responseTime", "", ""), true);
});

Deno.test("a number that several patterns have is told once", () => {
  const number = (inside: number) =>
    candidate({
      kind: "shifted-number",
      patterns: [1],
      name: "ttfb_ms",
      measure: "ms",
      inside,
      expected: 22,
    });
  const said = meanwhile(candidate({ movedToo: [number(105), number(124)] }), {
    templateOf: () => "",
    saidBy: () => "",
  });
  assertEquals(said, "meanwhile ttfb_ms rose from 22 ms to 105 ms");
});

Deno.test("what rises gradually for as long as something fails, and what is missed from the first line of something new on, are parts of it", () => {
  const rising = told({
    kind: "shifted-number",
    trend: true,
    badness: 0,
    patterns: [3],
    from: 250,
    to: BUCKETS,
  });
  const failed = told({ from: 250, to: BUCKETS });
  assertEquals(outline(asIncidents([failed, rising], BUCKETS)), [["new-pattern", ["shifted-number"]]]);
  const gone = told({
    kind: "vanished",
    badness: 0,
    patterns: [],
    value: "client=old",
    from: 250,
    to: BUCKETS,
  });
  const news = told({ badness: 0, from: 251, to: BUCKETS });
  assertEquals(outline(asIncidents([gone, news], BUCKETS)), [["new-pattern", ["vanished"]]]);
});

Deno.test("what fails from the end of a service on is a part of it, however long it lasts", () => {
  const gone = told({ ...silent(), kind: "vanished", from: 251, to: BUCKETS });
  const failed = told({ from: 250, to: BUCKETS });
  assertEquals(outline(asIncidents([gone, failed], BUCKETS)), [["vanished", ["new-pattern"]]]);
});

Deno.test("errors that rose do not explain far more of what they are the smaller part of", () => {
  const within = (bucket: number) => bucket >= 200 && bucket < 300;
  const failed = streamOf(1, (at) => within(at) ? 1 : 0, { badness: 2 });
  const done = streamOf(1, (at) => within(at) ? 20 : 4, { stream: 2 });
  const more = candidate({ kind: "burst", badness: 0, streams: [failed, done], count: 2100, expected: 400 });
  assert(!explains(candidate({ kind: "error-rate", streams: [failed], count: 100 }), more));
  const { count, expected } = { count: 100, expected: 1 };
  const mostly = candidate({ kind: "burst", badness: 0, streams: [failed], count, expected });
  assert(explains(candidate({ kind: "error-rate", streams: [failed], count: 100 }), mostly));
});

Deno.test("of what came with something, what says little is told last, unless it has a cause", () => {
  const said = ["", "", "Traceback (most recent call last):", "request failed", "lock is held"];
  const texts = { saidBy: (id: number) => said[id], templateOf: (id: number) => said[id] };
  const value = "pool exhausted";
  const cause = { key: "error", value, text: `error=${value}`, share: 1, usual: null, records: 20 };
  const also = [{ pattern: 2, count: 9 }, { pattern: 3, count: 8, cause }, { pattern: 4, count: 7 }];
  assertEquals(
    company(candidate({ also }), texts),
    "together with: request failed (8 records), with: pool exhausted, lock is held (7 records) and 1 more",
  );
});
