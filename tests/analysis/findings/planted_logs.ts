/**
 * Six hours of a few services on a few hosts, made by a seeded generator: quiet, or with one incident in them. Quiet does
 * not mean even: traffic swells, jobs run by the hour, errors happen, once in a while something is said for the first time.
 */
import { after, END, MINUTE, random, START } from "./randomness.ts";

export const KINDS = [
  "new-error",
  "crash",
  "error-burst",
  "retry-storm",
  "vanished-heartbeat",
  "host-lost",
  "error-share",
  "slow",
  "silence",
  "traffic-drop",
] as const;
export type IncidentKind = typeof KINDS[number];

export interface Incident {
  kind: IncidentKind;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  service: string | null;
  /** Kinds of findings that tell it. */
  findings: readonly string[];
}

export interface PlantedLog {
  text: string;
  incident: Incident | null;
}

const HOSTS = ["node-1", "node-2", "node-3"];

interface Line {
  time: number;
  severity: string;
  service: string;
  host: string;
  body: string;
}

/** A line of a quiet log as it is written. */
interface QuietLine extends Line {
  text: string;
}

/** What the services say, each with records a minute. */
const ROUTINE: [
  service: string,
  severity: string,
  perMinute: number,
  body: (pick: (n: number) => number) => string,
][] = [
  ["gateway", "INFO", 60, (pick) => `GET /api/items/${pick(9000)} 200 in ${latency(pick)} ms`],
  ["gateway", "INFO", 20, (pick) => `POST /api/orders 201 in ${latency(pick)} ms`],
  ["gateway", "WARN", 1, (pick) => `slow request /api/search took ${800 + pick(900)} ms`],
  ["gateway", "ERROR", 0.4, (pick) => `upstream orders answered 502 for request ${pick(1e6)}`],
  ["orders", "INFO", 18, (pick) => `order ${pick(1e6)} accepted for customer ${pick(5000)}`],
  ["orders", "INFO", 15, (pick) => `order ${pick(1e6)} stored, took ${latency(pick)} ms`],
  ["orders", "DEBUG", 10, (pick) => `cache lookup item:${pick(9000)} hit`],
  ["orders", "ERROR", 0.3, (pick) => `order ${pick(1e6)} refused: stock is short`],
  ["payments", "INFO", 12, (pick) => `payment ${pick(1e6)} authorised by issuer ${pick(40)}`],
  ["payments", "WARN", 0.6, (pick) => `payment ${pick(1e6)} needs a second look`],
  ["payments", "ERROR", 0.25, (pick) => `payment ${pick(1e6)} declined: insufficient funds`],
  ["worker", "INFO", 8, (pick) => `job ${pick(1e6)} done in ${latency(pick) * 4} ms`],
  ["worker", "INFO", 8, (pick) => `job ${pick(1e6)} picked from queue mail, depth ${5 + pick(9)}`],
  ["worker", "WARN", 0.2, (pick) => `job ${pick(1e6)} is retried, attempt ${2 + pick(2)}`],
];

function latency(pick: (n: number) => number): number {
  return Math.round(20 * Math.exp((pick(1000) + pick(1000) + pick(1000) - 1500) / 700));
}

/** Quiet logs by seed and format, and the numbers that go on behind them: incidents are planted in copies. */
const quietLogs = new Map<string, { lines: readonly QuietLine[]; rest: number }>();

/** A log of a kind (null: quiet), as JSON lines or as text. */
export function plantedLog(kind: IncidentKind | null, seed: number, format: "json" | "text"): PlantedLog {
  const key = `${seed} ${format}`;
  let quiet = quietLogs.get(key);
  if (quiet === undefined) quietLogs.set(key, quiet = quietLog(seed, format));
  const next = random(quiet.rest);
  const pick = (n: number) => Math.floor(next() * n);
  const lines: Line[] = quiet.lines.map((line) => ({ ...line }));
  const add: Add = (time, severity, service, body, host = HOSTS[pick(3)]) => {
    if (time >= START && time < END) lines.push({ time, severity, service, host, body });
  };
  const written = new Map(quiet.lines.map((line, at) => [lines[at], line]));
  const incident = kind === null ? null : plant(kind, lines, add, pick, next);
  lines.sort((x, y) => x.time - y.time);
  const write = format === "json" ? asJson : asText;
  const textOf = (line: Line) => {
    const before = written.get(line);
    const isAsBefore = before !== undefined && before.severity === line.severity && before.body === line.body;
    return isAsBefore ? before.text : write(line);
  };
  return { text: lines.map(textOf).join(""), incident };
}

function quietLog(seed: number, format: "json" | "text"): { lines: QuietLine[]; rest: number } {
  const start = seed * 7919 + 17;
  const numbers = random(start);
  let taken = 0;
  const next = () => {
    taken++;
    return numbers();
  };
  const pick = (n: number) => Math.floor(next() * n);
  const lines: Line[] = [];
  const add = (time: number, severity: string, service: string, body: string, host = HOSTS[pick(3)]) => {
    if (time >= START && time < END) lines.push({ time, severity, service, host, body });
  };
  for (const [service, severity, perMinute, body] of ROUTINE) {
    for (let time = START; time < END;) {
      const swell = 1 + 0.35 * Math.sin((time - START) / (END - START) * Math.PI * 2 + seed);
      time += -Math.log(1 - next()) * MINUTE / (perMinute * swell);
      add(time, severity, service, body(pick));
    }
  }
  for (const service of ["orders", "payments", "worker"]) {
    for (const host of HOSTS) {
      for (let time = START + pick(30_000); time < END; time += 30_000 + pick(400)) {
        add(
          time,
          "INFO",
          service,
          `heartbeat ok, uptime ${Math.round((time - START) / 1000) + 86_400} s`,
          host,
        );
      }
    }
  }
  for (let time = START + pick(60) * MINUTE; time < END; time += 60 * MINUTE) {
    for (let i = 0; i < 30; i++) {
      add(
        time + i * 40,
        "INFO",
        "worker",
        `report ${i} of 30 written to /var/reports/${pick(1e6)}.csv`,
        HOSTS[0],
      );
    }
  }
  for (let i = 0; i < 4; i++) {
    const what = ["configuration read again", "certificate renewed", "leader elected", "index rebuilt"][i];
    add(
      START + next() * (END - START),
      "INFO",
      "worker",
      `${what} on request of ${["ann", "bob", "cleo", "dan"][pick(4)]}`,
    );
  }
  for (let i = 0; i < 2; i++) {
    add(
      START + next() * (END - START),
      "WARN",
      "gateway",
      ["clock was set by 3 ms", "pool grew to 12 connections"][i],
    );
  }
  const write = format === "json" ? asJson : asText;
  return { lines: lines.map((line) => ({ ...line, text: write(line) })), rest: after(start, taken) };
}

type Add = (time: number, severity: string, service: string, body: string, host?: string) => void;

function plant(
  kind: IncidentKind,
  lines: Line[],
  add: Add,
  pick: (n: number) => number,
  next: () => number,
): Incident {
  const from = START + (100 + pick(180)) * MINUTE;
  const length = (12 + pick(18)) * MINUTE;
  const incident = (to: number, service: string | null, ...findings: string[]) => ({
    kind,
    from,
    to,
    service,
    findings,
  });
  const during = (perMinute: number, to: number, say: (time: number) => void) => {
    for (let time = from; time < to;) say(time += -Math.log(1 - next()) * MINUTE / perMinute);
  };
  const remove = (gone: (line: Line) => boolean) => {
    lines.splice(0, lines.length, ...lines.filter((line) => !gone(line)));
  };
  switch (kind) {
    case "new-error":
      during(
        2,
        from + length,
        (time) =>
          add(
            time,
            "ERROR",
            "orders",
            `cannot reach database db-${pick(3)}: connection refused after ${pick(900)} ms`,
          ),
      );
      return incident(from + length, "orders", "new-pattern");
    case "crash":
      add(from, "FATAL", "payments", "out of memory: cannot allocate 65536 bytes, giving up", HOSTS[1]);
      add(from + 3000, "INFO", "payments", "starting version 4.2.1", HOSTS[1]);
      return incident(from + MINUTE, "payments", "new-pattern");
    case "error-burst":
      during(
        15,
        from + 6 * MINUTE,
        (time) => add(time, "ERROR", "payments", `payment ${pick(1e6)} declined: insufficient funds`),
      );
      return incident(from + 6 * MINUTE, "payments", "burst", "error-rate");
    case "retry-storm":
      during(
        40,
        from + length,
        (time) => add(time, "WARN", "worker", `job ${pick(1e6)} is retried, attempt ${2 + pick(2)}`),
      );
      return incident(from + length, "worker", "burst");
    case "vanished-heartbeat":
      remove(({ time, service, host, body }) =>
        time >= from && service === "worker" && host === HOSTS[2] && body.startsWith("heartbeat")
      );
      return incident(END, "worker", "vanished");
    case "host-lost":
      remove(({ time, host }) => time >= from && host === HOSTS[1]);
      return incident(END, null, "vanished", "gap");
    case "error-share":
      for (const line of lines) {
        if (line.service === "gateway" && line.time >= from && line.time < from + length && next() < 0.12) {
          line.severity = "ERROR";
          line.body = `upstream orders answered 502 for request ${pick(1e6)}`;
        }
      }
      return incident(from + length, "gateway", "error-rate", "burst");
    case "slow":
      for (const line of lines) {
        if (line.service === "orders" && line.time >= from && line.time < from + length) {
          line.body = line.body.replace(
            /took (\d+) ms/,
            (_all, ms) => `took ${Math.round(Number(ms) * 3.5)} ms`,
          );
        }
      }
      return incident(from + length, "orders", "shifted-number");
    case "silence":
      remove(({ time, service }) => service === "payments" && time >= from && time < from + length);
      return incident(from + length, "payments", "gap");
    case "traffic-drop":
      remove(({ time, service, body }) =>
        service === "gateway" && body.startsWith("GET") && time >= from && time < from + length &&
        next() < 0.9
      );
      return incident(from + length, "gateway", "drop");
  }
}

function asJson({ time, severity, service, host, body }: Line): string {
  return JSON.stringify({
    time: new Date(time).toISOString(),
    level: severity.toLowerCase(),
    service,
    host,
    msg: body,
  }) + "\n";
}

function asText({ time, severity, service, host, body }: Line): string {
  const level = severity.toLowerCase();
  return `time=${new Date(time).toISOString()} level=${level} service=${service} host=${host} msg=${
    JSON.stringify(body)
  }\n`;
}
