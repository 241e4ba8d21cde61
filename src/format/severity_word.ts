/**
 * Names of severities as loggers write them, by the number of OpenTelemetry's logs data model (appendix B,
 * "SeverityNumber example mappings"). CRITICAL alone is FATAL, as Python, .NET and Serilog mean it; `crit`,
 * the short form of syslog, is ERROR2 as the appendix has it.
 */
const NAMES: Record<string, number> = {
  trace: 1,
  trce: 1,
  trc: 1,
  finest: 1,
  all: 1,
  silly: 1,
  spam: 1,
  vrb: 1, // Serilog's Verbose is its lowest
  debug: 5,
  debg: 5,
  debu: 5,
  dbug: 5,
  dbg: 5,
  deb: 5,
  finer: 5,
  verbose: 5,
  verb: 5,
  debug1: 5,
  debug2: 5,
  debug3: 5,
  debug4: 5,
  debug5: 5,
  fine: 6,
  config: 7,
  conf: 7,
  info: 9,
  inf: 9,
  information: 9,
  informational: 9,
  infor: 9,
  log: 9,
  success: 9,
  notice: 10,
  note: 10,
  noti: 10,
  notic: 10,
  ntc: 10,
  warn: 13,
  warning: 13,
  warni: 13,
  wrn: 13,
  wrng: 13,
  eror: 17,
  error: 17,
  erro: 17,
  err: 17,
  severe: 17,
  sever: 17,
  fail: 17,
  failure: 17,
  crit: 18,
  criti: 18,
  dpanic: 18,
  alert: 19,
  alrt: 19,
  aler: 19,
  critical: 21,
  emerg: 21,
  emergency: 21,
  emer: 21,
  fatal: 21,
  fatl: 21,
  fata: 21,
  ftl: 21,
  panic: 21,
  pnc: 21,
  pani: 21,
};

const LONGEST = 13;
const SLOTS = 1024;
const MASK = SLOTS - 1;

// Open addressing; a key is two packings of the letters (five bits each), exact enough for words this short.
const keyA = new Int32Array(SLOTS);
const keyB = new Int32Array(SLOTS);
const numbers = new Uint8Array(SLOTS);

let packedA = 0;
let packedB = 0;

/** Packs a word in any case; false if it holds something other than letters and ASCII digits. */
function pack(bytes: Uint8Array, from: number, to: number): boolean {
  let a = 0;
  let b = to - from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const letter = byte | 0x20;
    if (letter < 97 || letter > 122) {
      if (byte < 48 || byte > 57) return false;
    }
    a = Math.imul(a, 37) + letter | 0;
    b = Math.imul(b, 1000003) ^ letter;
  }
  packedA = a;
  packedB = b;
  return true;
}

for (const [name, number] of Object.entries(NAMES)) {
  const bytes = new TextEncoder().encode(name);
  pack(bytes, 0, bytes.length);
  let slot = (packedA ^ packedB) & MASK;
  while (numbers[slot] !== 0) slot = (slot + 1) & MASK;
  keyA[slot] = packedA;
  keyB[slot] = packedB;
  numbers[slot] = number;
}

/** The severity number of a name in any case, of two letters or more; 0 if it names none. */
export function severityOfWord(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  if (length < 3 || length > LONGEST || !pack(bytes, from, to)) return 0;
  let slot = (packedA ^ packedB) & MASK;
  for (; numbers[slot] !== 0; slot = (slot + 1) & MASK) {
    if (keyA[slot] === packedA && keyB[slot] === packedB) return numbers[slot];
  }
  return 0;
}

/**
 * The severity number of a one-letter form in any case (V, T, D, I, N, W, E, C, A, F, P); 0 if there is none.
 * Only for formats that have such a place: a letter alone says nothing.
 */
export function severityOfLetter(letter: number): number {
  switch (letter | 0x20) {
    case 0x74: // t
      return 1;
    case 0x76: // v: Android's verbose, below debug
      return 1;
    case 0x64: // d
      return 5;
    case 0x69: // i
      return 9;
    case 0x6e: // n
      return 10;
    case 0x77: // w
      return 13;
    case 0x65: // e
      return 17;
    case 0x61: // a
      return 19;
    case 0x63: // c
    case 0x66: // f
    case 0x70: // p
      return 21;
    default:
      return 0;
  }
}

/** The severity number of a syslog severity 0-7 (RFC 5424, 6.2.1). */
export function severityOfSyslog(severity: number): number {
  return SYSLOG[severity & 7];
}

const SYSLOG = [21, 19, 18, 17, 13, 10, 9, 5];

/** The severity number of an HTTP status: 5xx is ERROR, 4xx WARN, any other INFO. */
export function severityOfStatus(status: number): number {
  return status >= 500 ? 17 : status >= 400 ? 13 : 9;
}
