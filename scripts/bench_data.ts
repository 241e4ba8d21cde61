/** Writes the logs that the benchmark reads: the same records as JSON, syslog and plain lines. */

const SERVICES = ["api", "auth", "billing", "cart", "search", "worker"];
const LEVELS = [
  ...Array(20).fill("debug"),
  ...Array(65).fill("info"),
  ...Array(10).fill("warn"),
  ...Array(5).fill("error"),
] as string[];
const TABLES = ["orders", "users", "carts"];

/** A small seeded generator (xorshift32), so that every run reads the same bytes. */
class Random {
  #state = 0x2545f491;

  below(limit: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return (x >>> 0) % limit;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += this.below(65536).toString(16).padStart(4, "0");
    return text;
  }
}

const MESSAGES: ((random: Random) => string)[] = [
  (r) =>
    `request completed method=${r.pick(["GET", "POST", "PUT"])} path=/v1/items/${r.below(99999)} status=${
      r.pick([200, 200, 201, 404, 500])
    }`,
  (r) => `cache miss for key user:${r.below(900000)}`,
  (r) => `connected to database ${r.pick(TABLES)} in ${r.below(900)} ms`,
  (r) => `retrying upstream call attempt ${1 + r.below(5)}`,
  (r) => `payment ${r.below(9000000)} declined by issuer ${r.pick(["visa", "amex"])}`,
  (r) => `slow query took ${r.below(9000)} ms on table ${r.pick(TABLES)}`,
  (r) => `user ${r.below(90000)} logged in from 10.0.${r.below(256)}.${r.below(256)}`,
  (r) => `queue depth ${r.below(9999)} exceeds threshold`,
  (r) => `worker ${1 + r.below(64)} picked job ${r.hex(8)}`,
  (r) => `timeout waiting for lock lk-${r.below(500)} after ${r.below(30000)} ms`,
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three files' names. */
export interface BenchFiles {
  json: string;
  syslog: string;
  plain: string;
}

/** Writes `count` records as three files into `folder`. */
export function writeBenchFiles(folder: string, count: number): BenchFiles {
  const files = { json: `${folder}/b.jsonl`, syslog: `${folder}/b.syslog`, plain: `${folder}/b.plain` };
  const out = {
    json: Deno.openSync(files.json, { create: true, write: true, truncate: true }),
    syslog: Deno.openSync(files.syslog, { create: true, write: true, truncate: true }),
    plain: Deno.openSync(files.plain, { create: true, write: true, truncate: true }),
  };
  const random = new Random();
  const start = Date.UTC(2026, 10, 20, 8);
  const text = { json: "", syslog: "", plain: "" };
  for (let i = 0; i < count; i++) {
    const date = new Date(start + i * 7);
    const time = date.toISOString();
    const level = random.pick(LEVELS);
    const service = random.pick(SERVICES);
    const host = `node-${random.below(12)}`;
    const message = MESSAGES[random.below(MESSAGES.length)](random);
    text.json +=
      `{"time":"${time}","level":"${level}","service":"${service}","host":"${host}","msg":"${message}",` +
      `"trace_id":"${random.hex(32)}","duration_ms":${1 + random.below(900)}}\n`;
    text.syslog += `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${
      time.slice(11, 19)
    } ${host} ${service}[${100 + random.below(9900)}]: ${level.toUpperCase()} ${message}\n`;
    text.plain += `${time} ${level.toUpperCase()} [${service}] ${message}\n`;
    if (i % 10_000 === 9_999 || i === count - 1) {
      for (const kind of ["json", "syslog", "plain"] as const) {
        writeWhole(out[kind], text[kind]);
        text[kind] = "";
      }
    }
  }
  for (const file of Object.values(out)) file.close();
  return files;
}

function writeWhole(file: Deno.FsFile, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}
