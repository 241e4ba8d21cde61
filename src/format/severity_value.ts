import { APP_INSIGHTS, APPLE, GENERAL, LOGBACK, NAMES_ONLY, PYTHON, SYSLOG, WINDOWS } from "./field_roles.ts";
import { severityOfLetter, severityOfName, severityOfSyslog, severityOfWord } from "./severity_word.ts";

/** Values that fit in eight bytes are looked up as they stand: two words, a length and a severity a slot. */
const SLOTS = 64;
const first = new Int32Array(SLOTS);
const second = new Int32Array(SLOTS);
const lengths = new Uint8Array(SLOTS);
const numbers = new Uint8Array(SLOTS);

/**
 * The severity number of a field's text: a name in any case or short form, padded, coloured by escape
 * sequences, or with Go's offset (`INFO+2`); 0 if it is none.
 */
export function levelOfText(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  const length = to - from;
  if (length > 8 || length < 1) return readLevel(bytes, from, to);
  const a = length >= 4
    ? view.getInt32(from, true)
    : view.getInt32(from, true) & (-1 >>> ((4 - length) << 3));
  const b = length < 5 ? 0 : view.getInt32(to - 4, true);
  const slot = (Math.imul(a ^ (b >>> 7), 0x9e3779b1) >>> 20 ^ length) & (SLOTS - 1);
  if (first[slot] === a && second[slot] === b && lengths[slot] === length) return numbers[slot];
  const number = readLevel(bytes, from, to);
  first[slot] = a;
  second[slot] = b;
  lengths[slot] = length;
  numbers[slot] = number;
  return number;
}

const ESCAPE = 0x1b;

function readLevel(bytes: Uint8Array, from: number, to: number): number {
  if (from < to && bytes[from] === ESCAPE) {
    while (from < to && bytes[from] !== 0x6d) from++;
    from++;
    let end = from;
    while (end < to && bytes[end] !== ESCAPE) end++;
    to = end;
  }
  while (from < to && bytes[from] === 32) from++;
  while (from < to && bytes[to - 1] === 32) to--;
  if (to - from === 1) return severityOfLetter(bytes[from]);
  const number = severityOfName(bytes, from, to);
  if (number !== 0) return number;
  return isHttp(bytes, from, to) ? DEBUG3 : readOffset(bytes, from, to);
}

/** npm's levels, which winston has, go on behind info with http, verbose, debug and silly. */
const DEBUG3 = 7;

/** Only a field for severities may say it: in a text it is what a server's messages begin with. */
function isHttp(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 4 && (bytes[from] | 0x20) === 0x68 && (bytes[from + 1] | 0x20) === 0x74 &&
    (bytes[from + 2] | 0x20) === 0x74 && (bytes[from + 3] | 0x20) === 0x70;
}

/** Go's slog: steps of one from a name whose numbers are four apart, as OpenTelemetry's are. */
function readOffset(bytes: Uint8Array, from: number, to: number): number {
  const digit = bytes[to - 1] - 48;
  const sign = bytes[to - 2];
  if (to - from < 5 || digit < 0 || digit > 9 || (sign !== 0x2b && sign !== 0x2d)) return 0;
  const number = severityOfWord(bytes, from, to - 2);
  return number === 0 ? 0 : Math.min(24, Math.max(1, sign === 0x2b ? number + digit : number - digit));
}

const encoder = new TextEncoder();
/** What no other field of severities may say: macOS' `log show`, and what Windows' event logs say of its audits. */
const OWN_NAMES = ([
  [APPLE, "Default", 9],
  [APPLE, "Fault", 17],
  [WINDOWS, "SuccessAudit", 9],
  [WINDOWS, "FailureAudit", 13],
  [WINDOWS, "Audit Success", 9],
  [WINDOWS, "Audit Failure", 13],
] as const).map(([scale, name, number]) => ({ scale, name: encoder.encode(name), number }));

/** The severity number of a name that only fields of the given scale have; 0 if it is none. */
export function levelOfOwnName(bytes: Uint8Array, from: number, to: number, scale: number): number {
  const found = OWN_NAMES.find((one) =>
    one.scale === scale && one.name.length === to - from &&
    one.name.every((byte, at) => byte === bytes[from + at])
  );
  return found === undefined ? 0 : found.number;
}

/** MongoDB's I, W, E, F and D1 to D5. */
export function levelOfLetter(bytes: Uint8Array, from: number, to: number): number {
  const isDebug = bytes[from] === 0x44;
  if (to - from === (isDebug ? 2 : 1)) return severityOfLetter(bytes[from]);
  return isDebug && to - from === 1 ? 5 : 0;
}

/** The severity number of a number of the given scale; 0 if it is none on it. */
export function levelOfNumber(bytes: Uint8Array, from: number, to: number, scale: number): number {
  let value = 0;
  if (to - from > 5) return 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] < 48 || bytes[at] > 57) return 0;
    value = value * 10 + bytes[at] - 48;
  }
  switch (scale) {
    case SYSLOG:
      return value < 8 ? severityOfSyslog(value) : 0;
    case PYTHON:
      return value < 5 || value > 59 ? 0 : [1, 5, 9, 13, 17, 21][Math.floor(value / 10)];
    case LOGBACK:
      return value < 5_000 || value > 50_000 ? 0 : [1, 5, 9, 13, 17, 21][Math.floor(value / 10_000)];
    case GENERAL:
      if (value < 8) return severityOfSyslog(value);
      if (value <= 24) return value;
      return value >= 100 && value <= 800 && value % 100 === 0 ? GOOGLE[value / 100] : 0;
    case APP_INSIGHTS:
      return value < 5 ? [5, 9, 13, 17, 21][value] : 0;
    case WINDOWS:
      return value === 1 ? 17 : value === 2 ? 13 : value === 4 || value === 8 ? 9 : value === 16 ? 13 : 0;
    case NAMES_ONLY:
    case APPLE:
      return 0;
    default:
      return value < 10 || value > 69 ? 0 : (Math.floor(value / 10) - 1) * 4 + 1;
  }
}

/** Google Cloud's LogSeverity by hundreds: DEBUG, INFO, NOTICE, WARNING, ERROR, CRITICAL, ALERT, EMERGENCY. */
const GOOGLE = [0, 5, 9, 10, 13, 17, 21, 22, 24];
