/** The field names of OTLP's log messages, by number; JSON writes them in lowerCamelCase, some in snake_case. */
export const NAMES = [
  "resourceLogs",
  "resource",
  "scopeLogs",
  "scope",
  "logRecords",
  "schemaUrl",
  "attributes",
  "name",
  "version",
  "timeUnixNano",
  "observedTimeUnixNano",
  "severityNumber",
  "severityText",
  "body",
  "traceId",
  "spanId",
  "flags",
  "eventName",
  "droppedAttributesCount",
  "key",
  "value",
  "values",
  "stringValue",
  "intValue",
  "doubleValue",
  "boolValue",
  "bytesValue",
  "arrayValue",
  "kvlistValue",
] as const;

export type OtlpName = typeof NAMES[number];

/** In lower case, without underscores; the `instrumentationLibrary` names are those of OTLP before 0.19. */
const SPELLINGS: [string, OtlpName][] = [
  ...NAMES.map((name): [string, OtlpName] => [name.toLowerCase(), name]),
  ["instrumentationlibrarylogs", "scopeLogs"],
  ["instrumentationlibrary", "scope"],
];

const LONGEST = 26;
/** Four-byte words of the longest name. */
const WORDS = 6;
const known = new Map<number, { spelling: string; name: OtlpName }>();
for (const [spelling, name] of SPELLINGS) {
  const bytes = new TextEncoder().encode(spelling);
  known.set(hash(bytes, 0, bytes.length), { spelling, name });
}

function hash(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0x5f) sum = (Math.imul(sum, 31) + (bytes[at] | 0x20)) | 0;
  }
  return sum;
}

/**
 * Names as nearly all write them, by length, first and middle byte: where their words stand in `words`, the
 * last one overlapping the one before.
 */
const slots = new Int32Array(256).fill(-1);
const words: number[] = [];
const exact: OtlpName[] = [];
for (const name of NAMES) {
  const bytes = new TextEncoder().encode(name.padEnd(4, " "));
  const view = new DataView(bytes.buffer);
  const length = name.length;
  const slot = slotOf(length, bytes[0], bytes[length >> 1]);
  if (slots[slot] >= 0) throw new RangeError(`The names ${name} and ${exact[slots[slot]]} share a slot`);
  slots[slot] = exact.push(name) - 1;
  for (let word = 0; word < WORDS; word++) {
    words.push(view.getInt32(Math.min(word * 4, Math.max(0, length - 4)), true));
  }
}

function slotOf(length: number, first: number, middle: number): number {
  return (length + first * 2 + middle * 7) & 255;
}

/** As `otlpName`, sooner for names that are spelt as the protocol's JSON mapping spells them. */
export function otlpNameAt(bytes: Uint8Array, view: DataView, from: number, to: number): OtlpName | null {
  const length = to - from;
  const place = slots[slotOf(length, bytes[from], bytes[from + (length >> 1)])];
  if (place >= 0 && exact[place].length === length) {
    if (length < 4) {
      const mask = -1 >>> ((4 - length) << 3);
      if (((view.getInt32(from, true) ^ words[place * WORDS]) & mask) === 0) return exact[place];
      return otlpName(bytes, from, to);
    }
    let word = place * WORDS;
    let at = from;
    for (; at + 4 < to; at += 4) {
      if (view.getInt32(at, true) !== words[word++]) return otlpName(bytes, from, to);
    }
    if (view.getInt32(to - 4, true) === words[word]) return exact[place];
  }
  return otlpName(bytes, from, to);
}

/** The name in [from, to); null if it is none of OTLP's. */
export function otlpName(bytes: Uint8Array, from: number, to: number): OtlpName | null {
  if (to - from > LONGEST + 3) return null;
  const found = known.get(hash(bytes, from, to));
  if (found === undefined) return null;
  let index = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x5f) continue;
    if ((bytes[at] | 0x20) !== found.spelling.charCodeAt(index++)) return null;
  }
  return index === found.spelling.length ? found.name : null;
}
