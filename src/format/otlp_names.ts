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
