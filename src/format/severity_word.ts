import { TRANSLATIONS } from "./severity_translations.ts";
import { scriptEnd } from "./time/timestamp_parts.ts";

/** What the severity `http` of npm and winston is, which elsewhere is a word like others. */
export const HTTP = 7;

/**
 * Names of severities as loggers write them, by the number of OpenTelemetry's logs data model (appendix B,
 * "SeverityNumber example mappings"). CRITICAL alone is FATAL, as Python, .NET and Serilog mean it; `crit`,
 * the short form of syslog, is ERROR2 as the appendix has it.
 */
const NAMES: Record<string, number> = {
  trace: 1,
  trce: 1,
  trac: 1,
  trc: 1,
  tra: 1, // cut to three letters
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
  ddebug: 5,
  subdebug: 5,
  debug1: 5,
  debug2: 5,
  debug3: 5,
  debug4: 5,
  debug5: 5,
  trace1: 1, // Apache's, up to eight
  trace2: 1,
  trace3: 1,
  trace4: 1,
  trace5: 1,
  trace6: 1,
  trace7: 1,
  trace8: 1,
  fine: 6,
  config: 7,
  conf: 7,
  info: 9,
  inf: 9,
  nfo: 9, // cut of its first letter
  information: 9,
  informational: 9,
  infor: 9,
  log: 9,
  stat: 9,
  success: 9,
  notice: 10,
  notification: 9,
  note: 10,
  noti: 10,
  notic: 10,
  ntc: 10,
  warn: 13,
  warning: 13,
  warni: 13,
  warnin: 13, // go-logging's, cut to six letters, as is critic
  war: 13, // cut to three letters
  wrn: 13,
  wrng: 13,
  deprecation: 13, // Elasticsearch's, up to 7
  slow: 13, // go-zero's, as is stat
  eror: 17,
  error: 17,
  erro: 17,
  err: 17,
  severe: 17,
  sever: 17,
  fail: 17,
  failure: 17,
  crit: 18,
  crt: 21, // btclog's critical
  dpanic: 18,
  alert: 19,
  alrt: 19,
  aler: 19,
  cri: 21,
  criti: 21, // cut to five letters
  critic: 21,
  critical: 21,
  emerg: 21,
  emergency: 21,
  emer: 21,
  fatal: 21,
  fatl: 21,
  fata: 21,
  fat: 21,
  ftl: 21,
  panic: 21,
  pnc: 21,
  pani: 21,
  shout: 21, // Dart's highest
};

const LONGEST = 13;
/** Bytes of the longest one that begins with, or has, no letter of ASCII. */
const LONGEST_TRANSLATED = 28;
const SLOTS = 1024;
const MASK = SLOTS - 1;

// Open addressing over hashes of the letters, made alike in case; nothing else folds into a letter.
const hashes = new Int32Array(SLOTS);
const numbers = new Uint8Array(SLOTS);
/** 1 where the name is a translation: in small letters it is a word like others. */
const translated = new Uint8Array(SLOTS);

/** The slot of the name in [from, to), or an empty one. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  const hash = hashOf(bytes, from, to);
  let slot = (hash ^ hash >>> 15) & MASK;
  while (numbers[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & MASK;
  return slot;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = Math.imul(hash, 0x01000193) + (bytes[at] | 0x20) | 0;
  return hash;
}

const encoder = new TextEncoder();

function enter(name: string, number: number, isTranslation: boolean): void {
  const bytes = encoder.encode(name);
  const slot = slotOf(bytes, 0, bytes.length);
  hashes[slot] = hashOf(bytes, 0, bytes.length);
  numbers[slot] = number;
  translated[slot] = isTranslation ? 1 : 0;
}

/** The translations, each in capitals and with a capital first. */
const TRANSLATED = Object.entries(TRANSLATIONS).flatMap(([number, names]) =>
  names.split("|").map((name) => ({ name, number: Number(number) }))
);
for (const [name, number] of Object.entries(NAMES)) enter(name, number, false);
// zap's levels below debug, as `logr`'s `V(2)` has them.
for (let step = 2; step < 10; step++) enter(`level(-${step})`, Math.max(1, 6 - step), false);
for (const { name, number } of TRANSLATED) {
  enter(name, number, true);
  enter(name[0] + name.slice(1).toLowerCase(), number, true);
}

/** The severity number of a name in any case, of two letters or more; 0 if it names none. */
export function severityOfWord(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  return length < 3 || length > LONGEST ? 0 : numberOf(bytes, from, to);
}

function numberOf(bytes: Uint8Array, from: number, to: number): number {
  const slot = slotOf(bytes, from, to);
  const first = bytes[from];
  return translated[slot] === 1 && first >= 97 && first <= 122 ? 0 : numbers[slot];
}

/**
 * The same of a name that may hold letters other than ASCII's, blanks between two words as well: `INFORMACIÓN`, `警告`,
 * `AM FEINSTEN`.
 */
export function severityOfName(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  return length < 3 || length > LONGEST_TRANSLATED ? 0 : numberOf(bytes, from, to);
}

/** Index behind such a name of one word. */
export function severityNameEnd(bytes: Uint8Array, at: number, to: number): number {
  return scriptEnd(bytes, at, Math.min(to, at + LONGEST_TRANSLATED));
}

/** A word that sentences begin with, too, and other things are named by. */
export const RARE = 1;
/** In capitals as well: it needs a colon behind it. */
export const RARE_IN_CAPITALS = 2;
/** With a colon behind it as well ("note: …"). */
export const RARE_WITH_COLON = 4;

const RARITY = new Map([
  ["all", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["note", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["tra", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["fat", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["war", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["cri", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["slow", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["stat", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["notification", RARE | RARE_IN_CAPITALS | RARE_WITH_COLON],
  ["fine", RARE | RARE_WITH_COLON],
  ["log", RARE | RARE_IN_CAPITALS],
  ["success", RARE],
  ["config", RARE | RARE_WITH_COLON],
  ["conf", RARE | RARE_WITH_COLON],
  ...["fail", "failure", "deprecation", "spam", "verb", "deb", "inf", "noti"].map((name) =>
    [name, RARE] as const
  ),
  ...TRANSLATED.map(({ name }) => [name, RARE] as const),
  // Words of English and others', too.
  ...["GRAVE", "ATTENTION", "INFOS", "AVISO", "FATALE", "BUONO", "LOGG", "KRITIK", "FEIN"]
    .map((name) => [name, RARE | RARE_IN_CAPITALS] as const),
]);
const rarities = new Uint8Array(SLOTS + 1);
for (const [name, rarity] of RARITY) {
  const bytes = encoder.encode(name);
  rarities[slotOf(bytes, 0, bytes.length)] = rarity;
}

/** Bits that say how little a severity's name says by itself; 0 for the plain ones. */
export function rarityOfWord(bytes: Uint8Array, from: number, to: number): number {
  return to - from > LONGEST ? 0 : rarities[slotOf(bytes, from, to)];
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
