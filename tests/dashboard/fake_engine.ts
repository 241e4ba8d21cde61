import type {
  Answer,
  EngineMessage,
  EngineRequest,
  Question,
  Row,
  Snapshot,
} from "../../src/engine/messages.ts";
import { instantOf, matcherOf } from "../../src/query/match.ts";
import { parseQuery } from "../../src/query/parse.ts";
import type { Finding, Summary, VariableSummary } from "../../src/record/summary.ts";
import type { LogRecord } from "../../src/record/log_record.ts";

/** What the variables of each pattern hold here. */
const SAMPLE_VARIABLES: VariableSummary[] = [
  {
    kind: "dur",
    count: 1204,
    distinct: 61,
    exact: true,
    values: [{ value: "31 ms", count: 300 }],
    numbers: { unit: "ms", min: 4, median: 31, p95: 84, p99: 1210, max: 3100 },
  },
  {
    kind: "word",
    count: 1204,
    distinct: 412,
    exact: false,
    values: [{ value: "root", count: 903 }, { value: "guest\u001b[2J", count: 12 }],
    numbers: null,
  },
];

/** Where the positions of rows of whole files end. */
export const WHOLE_BASE = 2 ** 40;

/** Noon of the day that the sample log is about, UTC. */
export const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);

const LINES: { severity: number; service: string; host: string; body: string; pattern: number }[] = [
  {
    severity: 9,
    service: "gateway",
    host: "ams-1",
    body: "handled GET /items/# with 200 in 31 ms",
    pattern: 1,
  },
  {
    severity: 9,
    service: "gateway",
    host: "fra-1",
    body: "handled POST /orders with 201 in 84 ms",
    pattern: 1,
  },
  { severity: 9, service: "payments", host: "fra-1", body: "charged order # for 31.90 EUR", pattern: 3 },
  { severity: 5, service: "worker", host: "ams-2", body: "heartbeat ok, load 0.31, 2.1 GB free", pattern: 2 },
  {
    severity: 13,
    service: "gateway",
    host: "fra-1",
    body: "login failed for user root from 198.51.100.23",
    pattern: 4,
  },
  {
    severity: 17,
    service: "payments",
    host: "fra-1",
    body:
      "could not reach issuer acs-2: certificate expired on 2026-11-18\n  at connect (acs.ts:41)\n  at pay (pay.ts:7)",
    pattern: 5,
  },
];

const rows: Row[] = [];

/** The n-th record of the sample log: mostly quiet, with errors now and then. */
export function sampleRow(sequence: number): Row {
  return rows[sequence] ??= makeRow(sequence);
}

function makeRow(sequence: number): Row {
  const line =
    LINES[sequence % 17 === 16 ? 5 : sequence % 11 === 10 ? 4 : (sequence * 7 + (sequence >> 3)) % 4];
  const time = NOON - 4 * 3_600_000 + sequence * 11_731;
  const body = line.body.replace("#", String(70_000 + sequence * 13 % 997));
  const record: LogRecord = {
    time,
    nanos: 0,
    fraction: 3,
    received: NOON,
    severity: line.severity,
    severityText: ["", "", "DEBUG", "INFO", "WARN", "ERROR"][(line.severity + 3) >> 2],
    body,
    attributes: new Map<string, string | number>([
      ["service.name", line.service],
      ["host.name", line.host],
      ["http.status", 200],
      ["http.path", "/items"],
      ["user", "root"],
    ]),
    service: line.service,
    host: line.host,
    // Requests of four records, one after the other.
    traceId: `0af7651916cd43dd8448eb211c${String(sequence >> 2).padStart(6, "0")}`,
    spanId: null,
    source: 0,
    line: sequence + 1,
    format: 1,
    truncated: false,
    plain: false,
    raw: JSON.stringify({ time: new Date(time).toISOString(), msg: body }),
    timeText: new Date(time).toISOString(),
  };
  return {
    id: { source: 0, sequence },
    record,
    sourceName: "logs/app.log",
    format: "json",
    pattern: line.pattern,
    late: false,
  };
}

const TEMPLATES = [
  "",
  "handled <word> <path> with <num> in <dur>",
  "heartbeat ok, load <num>, <size> free",
  "charged order <num> for <num> EUR",
  "login failed for user <word> from <addr>",
  "could not reach issuer <word>: certificate expired on <date>",
];

const snapshots = new Map<number, Snapshot>();

/** A snapshot as of `count` records of the sample log. */
export function sampleSnapshot(count: number, state: Snapshot["state"] = "following"): Snapshot {
  const known = snapshots.get(count) ?? makeSnapshot(count);
  snapshots.set(count, known);
  const ended = state === "ended";
  const sources = known.summary.sources.map((source) => ({
    ...source,
    state: ended ? "ended" as const : source.state,
  }));
  return { ...known, state, rate: ended ? 0 : known.rate, summary: { ...known.summary, sources } };
}

function makeSnapshot(count: number): Snapshot {
  const rows = Array.from({ length: count }, (_, sequence) => sampleRow(sequence));
  return {
    state: "following",
    rate: 4812,
    held: Math.min(count, 1000),
    letGo: Math.max(0, count - 1000),
    progress: null,
    unread: [4096],
    receipts: {
      width: 1000,
      buckets: count === 0 ? [] : [{ time: NOON, severities: makeSummary(rows).severities }],
    },
    summary: makeSummary(rows),
  };
}

function makeSummary(rows: Row[]): Summary {
  const count = rows.length;
  const width = 240_000;
  const severities = [0, 0, 0, 0, 0, 0, 0];
  const buckets = new Map<number, number[]>();
  const services = new Map<string, number[]>();
  const hosts = new Map<string, number[]>();
  const patterns = new Map<number, { severities: number[]; first: number; last: number }>();
  const words = new Map<string, number>();
  for (const { record, pattern } of rows) {
    const rank = (record.severity + 3) >> 2;
    const time = record.time ?? 0;
    severities[rank]++;
    const tally = <Key>(map: Map<Key, number[]>, key: Key) => {
      const counts = map.get(key) ?? [0, 0, 0, 0, 0, 0, 0];
      counts[rank]++;
      map.set(key, counts);
    };
    tally(buckets, Math.floor(time / width) * width);
    tally(services, record.service ?? "");
    tally(hosts, record.host ?? "");
    const known = patterns.get(pattern ?? 0) ??
      { severities: [0, 0, 0, 0, 0, 0, 0], first: time, last: time };
    known.severities[rank]++;
    known.last = time;
    patterns.set(pattern ?? 0, known);
    for (const word of String(record.body).toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
      words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const named = (map: Map<string, number[]>) =>
    [...map].map(([name, severities]) => ({ name, count: sum(severities), severities }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const values = (map: Map<string, number[]>) =>
    named(map).map(({ name, count }) => ({ value: name, count }));
  const attribute = (key: string, list: { value: string; count: number }[]) => ({
    key,
    count,
    distinct: list.length,
    exact: true,
    values: list,
  });
  return {
    lines: count,
    records: count,
    bytes: count * 180,
    start: count > 0 ? rows[0].record.time : null,
    end: count > 0 ? rows[count - 1].record.time : null,
    severities,
    timeline: {
      width,
      buckets: [...buckets].sort((a, b) => a[0] - b[0]).map(([time, severities]) => ({ time, severities })),
    },
    words: {
      top: [...words].map(([word, count]) => ({ word, count }))
        .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)).slice(0, 50),
      tracked: words.size,
      error: 0,
    },
    attributes: count === 0 ? [] : [
      attribute("host.name", values(hosts)),
      attribute("http.path", [{ value: "/items", count }]),
      attribute("http.status", [{ value: "200", count }]),
      attribute("service.name", values(services)),
      attribute("user", [{ value: "root", count }]),
    ],
    patterns: {
      top: [...patterns].map(([id, { severities, first, last }]) => ({
        id,
        template: TEMPLATES[id],
        count: sum(severities),
        severities,
        first,
        last,
      })).sort((a, b) => b.count - a.count),
      total: patterns.size,
    },
    services: named(services),
    hosts: named(hosts),
    sources: [{
      name: "logs/app.log",
      lines: count,
      records: count,
      bytes: count * 180,
      formats: { json: count },
      plain: 0,
      truncated: 0,
      late: 0,
      undated: 0,
      errors: [],
      state: "following",
    }],
    findings: [...patterns].filter(([, { severities }]) => severities[5] > 0).map((
      [id, pattern],
    ): Finding => ({
      rank: 1,
      kind: "burst",
      title: `Burst: ${TEMPLATES[id]}`,
      evidence: "ten times as many as usual",
      start: pattern.first,
      end: pattern.last,
      patterns: [id],
      service: null,
      host: null,
      severity: 5,
      count: pattern.severities[5],
      lines: [],
    })),
  };
}

/** An engine that holds the newest 1 000 records of the sample log and answers in this thread. */
export class FakeEngine {
  readonly requests: EngineRequest[] = [];
  count: number;
  /** Share of the whole file that was searched, from its end; the text of an error if it cannot be read again. */
  searched: number | string = 1;
  /** Rows of the whole file that match and are not listed. */
  unlisted = 0;

  constructor(count: number) {
    this.count = count;
  }

  /** What the engine says to a request: nothing, or an answer. */
  reply(request: EngineRequest): EngineMessage[] {
    this.requests.push(request);
    if (request.kind !== "ask") return [];
    return [{ kind: "answer", id: request.id, answer: this.answer(request.question) }];
  }

  answer(question: Question): Answer {
    const where = "where" in question ? question.where ?? "" : "";
    const matches = this.#matcher(where);
    const whole = "whole" in question && question.whole === true;
    if (whole && typeof this.searched === "string") {
      return { kind: "error", message: this.searched, refused: this.searched.startsWith("Piped") };
    }
    const share = whole ? Number(this.searched) : 0;
    const all = Array.from({ length: this.count }, (_, sequence) => sampleRow(sequence)).filter(matches);
    const heldFrom = whole ? Math.floor(this.count * (1 - share)) : Math.max(0, this.count - 1000);
    // Rows of whole files have positions of their own.
    const base = whole ? WHOLE_BASE - all.length : 0;
    const first = all.findIndex(({ id }) => id.sequence >= heldFrom);
    const begin = first < 0 ? all.length : first;
    switch (question.kind) {
      case "rows": {
        const to = Math.min((question.end ?? Infinity) - base, all.length);
        const from = Math.max(begin, to - question.count);
        const total = all.length - begin;
        const held = Math.min(1000, this.count);
        return {
          kind: "rows",
          rows: all.slice(from, Math.max(from, to)),
          from: from + base,
          first: begin + base,
          total,
          held,
          read: this.count,
          ...(whole ? { searched: share, matched: total + this.unlisted } : {}),
        };
      }
      case "record": {
        const near = (from: number, to: number) =>
          Array.from(
            { length: Math.max(0, Math.min(this.count, to) - Math.max(0, from)) },
            (_, at) => sampleRow(Math.max(0, from) + at),
          );
        const { sequence } = question.id;
        return {
          kind: "record",
          row: sampleRow(sequence),
          before: near(sequence - question.around, sequence),
          after: near(sequence + 1, sequence + 1 + question.around),
          explanation: ["read as json: an object with a known time and message"],
        };
      }
      case "find": {
        const wanted = this.#matcher(question.wanted);
        const last = all.length - 1;
        let position = question.direction === 1
          ? Math.max(begin, question.from - base + 1)
          : Math.min(last, question.from - base - 1);
        for (; position >= begin && position <= last; position += question.direction) {
          if (wanted(all[position])) return { kind: "place", position: position + base };
        }
        return { kind: "place", position: null };
      }
      case "time": {
        const instant = instantOf(question.text, { reference: NOON, offsetAt: () => 0 });
        const position = all.findIndex(({ record }, at) => at >= begin && (record.time ?? 0) >= instant);
        return { kind: "place", position: position < 0 ? null : position + base, first: begin + base };
      }
      case "place": {
        const position = all.findIndex(({ id }) => id.sequence === question.id.sequence);
        return { kind: "place", position: position < begin ? null : position + base };
      }
      case "overview": {
        const held = all.slice(begin);
        const covered = held.length;
        return {
          kind: "overview",
          summary: makeSummary(held),
          covered,
          matching: covered,
          among: whole ? this.count : Math.min(1000, this.count),
          ...(whole ? { searched: share } : {}),
        };
      }
      case "samples": {
        const rows = all.filter((row) => row.pattern === question.pattern);
        return { ...question, first: rows.slice(0, 3), last: rows.slice(-3), variables: SAMPLE_VARIABLES };
      }
      case "export":
        return { kind: "exported", path: question.path, records: all.length - begin };
      case "counts":
        return { kind: "error", message: "The sample engine counts no values" };
      case "summary":
        return { kind: "summary", summary: sampleSnapshot(this.count).summary };
    }
  }

  #matcher(where: string): (row: Row) => boolean {
    const patterns = new WeakMap<LogRecord, number | null>();
    const matches = matcherOf(parseQuery(where), {
      reference: NOON,
      offsetAt: () => 0,
      sourceName: () => "logs/app.log",
      formatName: () => "json",
      patternOf: (record) => patterns.get(record) ?? null,
    });
    return (row) => {
      patterns.set(row.record, row.pattern);
      return matches(row.record);
    };
  }
}
