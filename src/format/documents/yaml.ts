import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { isBlank } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { lastLine, withoutReturn } from "../newline.ts";
import { yamlValue } from "./yaml_text.ts";

const { BEFORE, NO, PARTIAL, YES } = verdicts;

const NEWLINE = 0x0a, HASH = 0x23, DASH = 0x2d, DOT = 0x2e, COLON = 0x3a;
/** Bytes of a key. */
const LONGEST_KEY = 120;

const decoder = new TextDecoder();

/**
 * Records in YAML: documents that a line of three dashes begins (`gcloud logging read`), and the items of a list whose lines
 * begin with a dash (`kubectl get events -o yaml`). One is a record if it has a time, and a severity or a message.
 */
export class YamlFormat implements LineFormat {
  readonly name = "yaml";
  readonly holdsTraces = true;
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const last = lastLine(batch.bytes, from, to);
    if (last === from) {
      if (this.#context.single || this.#context.mayGoOn) return NO;
      return isMark(bytes, from, to, DASH) || isItemOfPairs(bytes, from, to) ? PARTIAL : NO;
    }
    const isDocument = bytes[from + 1] === DASH;
    if (isDocument && isMark(bytes, last, to, DOT)) {
      return this.#take(batch, from, withoutReturn(batch.bytes, from, last - 1), YES);
    }
    if (isPart(bytes, last, to, isDocument)) return PARTIAL;
    return this.#take(batch, from, withoutReturn(batch.bytes, from, last - 1), BEFORE);
  }

  /** The last record ends with the source. */
  readLast(batch: Batch, from: number, to: number): Verdict {
    return this.#take(batch, from, to, YES);
  }

  #take(batch: Batch, from: number, to: number, verdict: typeof YES | typeof BEFORE): Verdict {
    const text = decoder.decode(batch.bytes.subarray(from, to));
    const isDocument = text.startsWith("---");
    const value = yamlValue(isDocument ? text.slice(text.indexOf("\n") + 1) : text);
    const fields = isDocument ? value : Array.isArray(value) ? value[0] : undefined;
    if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return NO;
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context, true) === NO ? NO : verdict;
  }
}

/** `---`, `...` */
function isMark(bytes: Uint8Array, from: number, to: number, sign: number): boolean {
  while (to > from && isBlank(bytes[to - 1])) to--;
  return to === from + 3 && bytes[from] === sign && bytes[from + 1] === sign && bytes[from + 2] === sign;
}

/** `- key: value` */
function isItemOfPairs(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === DASH && bytes[from + 1] === 0x20 && isPair(bytes, from + 2, to);
}

/** Whether a line may stand in a document, or in an item of a list. */
function isPart(bytes: Uint8Array, from: number, to: number, isDocument: boolean): boolean {
  if (from === to || isBlank(bytes[from]) || bytes[from] === HASH || bytes[from] === NEWLINE) return true;
  if (!isDocument) return false;
  if (bytes[from] === DASH) return bytes[from + 1] === 0x20 || to === from + 1;
  return isPair(bytes, from, to);
}

/** `key: value`, `'key': value`, `key:` */
function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  const most = Math.min(to, from + LONGEST_KEY);
  const quote = bytes[at] === 0x22 || bytes[at] === 0x27 ? bytes[at++] : 0;
  while (at < most && isOfKey(bytes[at])) at++;
  if (quote !== 0 && bytes[at++] !== quote) return false;
  return at > from && at < to && bytes[at] === COLON && (at + 1 === to || isBlank(bytes[at + 1]));
}

function isOfKey(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 0x5f || byte === DASH || byte === DOT || byte === 0x2f ||
    byte === 0x40 || byte === 0x24;
}
