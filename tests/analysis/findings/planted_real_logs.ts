/**
 * Six hours of real logs with one incident planted in them, or none: lines of sets in the layout of Loghub 2k, each set a
 * service with a file of its own and the layout that it has, as short runs of neighbouring lines at random moments. Only times
 * (and hosts where a line names one) are written anew.
 */
import { readCsv } from "../../../scripts/read_csv.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

export const REAL_KINDS = [
  "new-error",
  "burst",
  "vanished-heartbeat",
  "error-share",
  "slow",
  "gap",
  "one-host",
  "trend",
  "restart-loop",
  "precursor",
  "host-lost",
  "new-near-end",
] as const;
export type RealKind = typeof REAL_KINDS[number];

export interface RealFile {
  name: string;
  text: string;
  /** Numbers of the lines that were planted. */
  planted: Set<number>;
}

export interface RealLog {
  files: RealFile[];
  /** Null where nothing was planted. `adds`: the incident is made of lines that were not there. */
  incident: { from: number; to: number; findings: readonly string[]; adds: boolean } | null;
}

/** How a set writes its times. */
const STAMPS: Record<string, { time: RegExp; write: (time: Date, rest: string) => string }> = {
  Apache: {
    time: /^\[\w{3} \w{3} \d\d [\d:]{8} \d{4}\]/,
    write: (time) => {
      const [day, date, month, year, clock] = time.toUTCString().replace(",", "").split(" ");
      return `[${day} ${month} ${date} ${clock} ${year}]`;
    },
  },
  BGL: {
    time: /(?<=^\S+ )\d+ [\d.]{10} (\S+) [\d-]{10}-[\d.]{15}(?= )/,
    write: (time, node) =>
      `${Math.floor(+time / 1000)} ${dateOf(time).replaceAll("-", ".")} ${node} ` +
      `${dateOf(time)}-${clockOf(time).replaceAll(":", ".")}.${millisOf(time)}000`,
  },
  HDFS: {
    time: /^\d{6} \d{6}/,
    write: (time) => `${dateOf(time).slice(2).replaceAll("-", "")} ${clockOf(time).replaceAll(":", "")}`,
  },
  Hadoop: {
    time: /^[\d-]{10} [\d:]{8},\d{3}/,
    write: (time) => `${dateOf(time)} ${clockOf(time)},${millisOf(time)}`,
  },
  HealthApp: {
    time: /^\d{8}-\d+:\d+:\d+:\d+/,
    write: (time) => `${dateOf(time).replaceAll("-", "")}-${clockOf(time)}:${millisOf(time)}`,
  },
  Linux: { time: /^\w{3} [\d ]\d [\d:]{8}/, write: syslogTime },
  OpenSSH: { time: /^\w{3} [\d ]\d [\d:]{8}/, write: syslogTime },
  OpenStack: {
    time: /(?<= )\d{4}-\d\d-\d\d [\d:]{8}\.\d{3}(?= )/,
    write: (time) => `${dateOf(time)} ${clockOf(time)}.${millisOf(time)}`,
  },
  Spark: {
    time: /^[\d/]{8} [\d:]{8}/,
    write: (time) => `${dateOf(time).slice(2).replaceAll("-", "/")} ${clockOf(time)}`,
  },
  Zookeeper: {
    time: /^[\d-]{10} [\d:]{8},\d{3}/,
    write: (time) => `${dateOf(time)} ${clockOf(time)},${millisOf(time)}`,
  },
};
/** Sets whose lines name a host, and it. */
const HOSTED: Record<string, string> = { Linux: " combo ", OpenSSH: " LabSZ " };
const HOSTS = [" node-1 ", " node-2 ", " node-3 "];
/** Lines of a set that tell of a failure. */
const FAILING = /error|fail|warn|exception|fatal/i;
/** Numbers of a set that measure something. */
const MEASURED: Record<string, RegExp> = { OpenStack: /(?<=time: )\d+\.\d+/, Spark: /(?<=total = )\d+/ };

interface Line {
  time: number;
  text: string;
  /** What stands before its message. */
  head: string;
  planted: boolean;
}

/** Sets in a folder; none if there is no such folder. */
export function realSets(root: string): string[] {
  return Object.keys(STAMPS).filter((name) => {
    try {
      return Deno.statSync(`${root}/${name}/${name}_2k.log`).isFile;
    } catch {
      return false;
    }
  });
}

/** A log made from three of the sets in `root`; `kind` null: quiet. */
export function plantedRealLog(root: string, kind: RealKind | null, seed: number): RealLog {
  const next = random(seed * 104_729 + 31);
  const pick = (n: number) => Math.floor(next() * n);
  const sets = realSets(root).sort(() => next() - 0.5);
  const wanted = kind === "slow" || kind === "trend"
    ? Object.keys(MEASURED)
    : kind === "one-host" || kind === "host-lost"
    ? Object.keys(HOSTED)
    : kind === "burst" || kind === "error-share"
    ? ["Apache", "BGL", "HDFS", "Hadoop", "Linux"]
    : sets;
  const first = sets.filter((set) => wanted.includes(set))[pick(Math.min(2, wanted.length))];
  const names = [first, ...sets.filter((set) => set !== first).slice(0, 2)];
  const logs = new Map(names.map((name) => [name, quietLines(root, name, 4 + next() * 26, next)]));
  const beat = logs.get(first)!;
  if (kind === "vanished-heartbeat") addBeat(beat, next);
  const incident = kind === null ? null : plant(kind, first, logs, next);
  const files = names.map((name) => {
    const lines = logs.get(name)!.filter(({ time }) => time >= START && time < END).sort((x, y) =>
      x.time - y.time
    );
    const { time, write } = STAMPS[name];
    return {
      name: `${name}.log`,
      text: lines.map((line) =>
        `${line.text.replace(time, (_all, rest) => write(new Date(line.time), rest))}\n`
      ).join(""),
      planted: new Set(lines.flatMap((line, at) => line.planted ? [at + 1] : [])),
    };
  });
  return { files, incident };
}

/** The lines of a set with what stands before their message. */
function readSet(root: string, name: string): { text: string; head: string }[] {
  const path = `${root}/${name}/${name}_2k.log`;
  const truth = readCsv(Deno.readTextFileSync(`${path}_structured.csv`));
  return Deno.readTextFileSync(path).split(/\r?\n/).slice(0, truth.length).map((text, at) => {
    const body = text.lastIndexOf(truth[at].get("Content")!.trim());
    return { text, head: text.slice(0, Math.max(0, body)) };
  });
}

/** Runs of up to 12 neighbours, `perMinute` lines. */
function quietLines(root: string, name: string, perMinute: number, next: () => number): Line[] {
  const real = readSet(root, name);
  const lines: Line[] = [];
  for (let time = START; time < END;) {
    const length = 1 + Math.floor(next() * 12);
    const from = Math.floor(next() * (real.length - length));
    let at = time;
    for (const { text, head } of real.slice(from, from + length)) {
      lines.push({ time: at, text: onHost(text, name, next), head, planted: false });
      at += next() * 400;
    }
    time += -Math.log(1 - next()) * MINUTE * 6.5 / perMinute;
  }
  return lines;
}

function onHost(
  text: string,
  name: string,
  next: () => number,
  host = Math.floor(next() * HOSTS.length),
): string {
  return HOSTED[name] === undefined ? text : text.replace(HOSTED[name], HOSTS[host]);
}

/** One line of the set every half a minute. */
function addBeat(lines: Line[], next: () => number): void {
  const { head } = lines[Math.floor(next() * lines.length)];
  const text = `${head}alive, all 4 workers answer`;
  for (let time = START + next() * 30_000; time < END; time += 29_500 + next() * 1000) {
    lines.push({ time, text, head, planted: false });
  }
}

function plant(
  kind: RealKind,
  first: string,
  logs: Map<string, Line[]>,
  next: () => number,
): RealLog["incident"] {
  const pick = (n: number) => Math.floor(next() * n);
  const lines = logs.get(first)!;
  const from = kind === "new-near-end" ? END - 6 * MINUTE : START + (90 + pick(180)) * MINUTE;
  const to = kind === "new-near-end" ? END : from + (8 + pick(20)) * MINUTE;
  const failing = lines.filter(({ text }) => FAILING.test(text));
  const { head } = (failing.length > 0 ? failing : lines)[pick(failing.length || lines.length)];
  const add = (time: number, text: string) => lines.push({ time, text, head, planted: true });
  const during = (perMinute: number, say: (time: number) => string, start = from, end = to) => {
    for (let time = start; (time += -Math.log(1 - next()) * MINUTE / perMinute) < end;) add(time, say(time));
  };
  const incident = (adds: boolean, ...findings: string[]) => ({ from, to, findings, adds });
  switch (kind) {
    case "new-error":
    case "new-near-end":
      during(3, () => `${head}error: replica ${pick(9)} lost its quorum, ${pick(900)} writes failed`);
      return incident(true, "new-pattern");
    case "burst": {
      during(
        Math.max(20, failing.length / 360 * 10),
        () => onHost(failing[pick(failing.length)].text, first, next),
      );
      return incident(true, "burst", "error-rate");
    }
    case "error-share": {
      const error = failing[pick(failing.length)].text;
      const victims = lines.filter(({ time, text }) => time >= from && time < to && !FAILING.test(text));
      for (const line of victims) {
        if (next() < 0.4) Object.assign(line, { text: onHost(error, first, next), planted: true });
      }
      return incident(true, "burst", "error-rate", "new-pattern");
    }
    case "vanished-heartbeat":
      logs.set(
        first,
        lines.filter(({ time, text }) => time < from || !text.includes("alive, all 4 workers")),
      );
      return { ...incident(false, "vanished", "gap"), to: END };
    case "slow":
    case "trend":
      for (const line of lines) {
        if (line.time < from || kind === "slow" && line.time >= to) continue;
        const factor = kind === "slow" ? 3 : 1 + 3 * (line.time - from) / (END - from);
        line.text = line.text.replace(MEASURED[first], (value) => {
          line.planted = true;
          return value.includes(".")
            ? (Number(value) * factor).toFixed(7)
            : String(Math.round(Number(value) * factor));
        });
      }
      return { ...incident(true, "shifted-number"), to: kind === "slow" ? to : END };
    case "gap":
      logs.set(first, lines.filter(({ time }) => time < from || time >= to));
      return incident(false, "gap", "vanished", "drop");
    case "one-host":
      during(
        8,
        () =>
          onHost(
            `${head}error: page at 0x7f3${pick(9)}${pick(9)}0 is damaged, machine check`,
            first,
            next,
            1,
          ),
      );
      for (const line of lines) {
        if (line.planted) line.text = line.text.replace(/ node-\d /, HOSTS[1]);
      }
      return incident(true, "new-pattern");
    case "restart-loop":
      for (let time = from; time < to; time += 25_000 + next() * 20_000) {
        add(time, `${head}worker exited with status 137`);
        add(time + 900, `${head}starting worker, version 3.1.${pick(9)}`);
        add(time + 1400, `${head}worker reads its configuration`);
        add(time + 2600, `${head}worker is ready after ${900 + pick(900)} ms`);
      }
      return incident(true, "new-pattern", "burst", "error-rate");
    case "precursor":
      for (let i = 0; i < 4; i++) add(from - (12 - i) * MINUTE, `${head}volume data-3 is ${93 + i}% full`);
      during(6, () => `${head}error: cannot append to segment ${pick(9999)}: no space left on device`);
      return { ...incident(true, "new-pattern"), from: from - 12 * MINUTE };
    case "host-lost":
      logs.set(first, lines.filter(({ time, text }) => time < from || !text.includes(HOSTS[2])));
      return { ...incident(false, "vanished", "gap", "drop"), to: END };
  }
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function clockOf(time: Date): string {
  return time.toISOString().slice(11, 19);
}

function millisOf(time: Date): string {
  return time.toISOString().slice(20, 23);
}

function syslogTime(time: Date): string {
  const [, date, month, , clock] = time.toUTCString().replace(",", "").split(" ");
  return `${month} ${String(Number(date)).padStart(2)} ${clock}`;
}
