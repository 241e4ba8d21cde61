import { isStatus, namesMeasure } from "./findings/measures.ts";

/** What a key is to a sample. */
export const SKIPPED = 0;
export const VALUE = 1;
export const NUMBER = 2;
export const STATUS = 3;
export const CAUSE = 4;

/** Attributes of warnings and errors that say what went wrong, Serilog's `@x` too: of these the first line is of interest. */
const OF_CAUSE =
  /^(?:.*[._-])?(?:errors?|err|exception|exc(?:_info)?|thrown|throwable|failure|stack(?:[._-]?trace)?)(?:[._-]?(?:message|msg|type|class|name|kind|reason|description|detail|stack(?:[._-]?trace)?|text))?$|^@x$|^(?:reason|cause)$/i;

/** Attributes that say where in a program a record comes from or which record it is, not what it is about. */
const OF_RECORD =
  /^(?:.*[._-])?(?:logger(?:[._-]?name)?|caller|file(?:name)?|line(?:no)?|func(?:tion)?|module|class|package|(?:level|severity)(?:[._-]?(?:value|num(?:ber)?|no|name|text))?|time|timestamp|ts|date|msg|message|stack(?:trace)?|error|err|exception|event|pid|tid|seq|offset|uptime)$|(?:trace|span|request|correlation|message|event|log|record|session|transaction)[._-]?id$|^(?:otel(?!\.scope\.name$)|telemetry|process|code|exception|logrecord)\./i;

/** What a key of this name is. */
export function roleOfKey(name: string): number {
  if (isStatus(name)) return STATUS;
  if (OF_CAUSE.test(name)) return CAUSE;
  if (namesMeasure(name)) return NUMBER;
  return OF_RECORD.test(name) ? SKIPPED : VALUE;
}

/** A number of three digits from 100 to 599; 0 for anything else. */
export function statusIn(bytes: Uint8Array, from: number): number {
  let status = 0;
  for (let at = from; at < from + 3; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return 0;
    status = status * 10 + digit;
  }
  return status >= 100 && status < 600 ? status : 0;
}
