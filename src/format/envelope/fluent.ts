import { type Batch, TEXT } from "../../record/batch.ts";
import { jsonOfArrows } from "../arrow_text.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { isJson } from "../json/is_json.ts";
import { JsonFormat } from "../json/json.ts";
import { JsonEnvelope } from "../json/json_envelope.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { CONTAINER } from "./envelope_kind.ts";
import { severityOfWord } from "../severity_word.ts";
import { findByte, isText, skipBlanks, SPACE, TAB } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import { EnvelopeTime } from "./envelope.ts";

const QUOTE = 0x22, OPEN = 0x5b, CLOSE = 0x5d, BRACE = 0x7b, CLOSING_BRACE = 0x7d, COLON = 0x3a, COMMA = 0x2c;
/** `2026-11-20 08:00:00.123456789 +0000 `, and the shortest time of a file. */
const LONG_TIME = 36;
const SHORT_TIME = 20;
/** Bytes of a tag, and of a record that is written again as JSON. */
const LONGEST_TAG = 120;
const LONGEST_RECORD = 1 << 16;
/** Between a key and its value as Ruby prints them. */
const ARROW = "=>";

const decoder = new TextDecoder();

/**
 * What Fluent Bit and Fluentd print of the records that they pass on: `[0] tag: [1795161600.123456789, {"log"=>"line"}]` (or
 * `[[1795161600.123, {}], {…}]`), `2026-11-20 08:00:00.123456789 +0000 tag: {"message":"…"}`, and of a file
 * `2026-11-20T08:00:00+00:00⇥tag⇥{…}`. The record is read as JSON, a container's line in it with the other formats.
 */
export class FluentFormat implements LineFormat {
  readonly name = "fluent";
  readonly holdsTraces = true;
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #json: JsonFormat;
  readonly #container: JsonEnvelope;
  readonly #time = new EnvelopeTime();

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#json = new JsonFormat(context);
    this.#container = new JsonEnvelope(context, CONTAINER, true);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side } = batch;
    this.#time.clear();
    const verdict = bytes[from] !== OPEN
      ? this.#readTimed(batch, from, to)
      : bytes[from + 1] === QUOTE
      ? this.#readEvent(batch, from, to)
      : this.#readNumbered(batch, from, to);
    if (verdict !== YES) batch.side = side;
    return verdict;
  }

  /** `["tag", time, {…}]`: an event of Fluentd's protocol in JSON, or as Ruby prints it. */
  #readEvent(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const tag = from + 2;
    const tagTo = findByte(bytes, tag, Math.min(to, tag + LONGEST_TAG), QUOTE);
    if (tagTo < 0 || bytes[tagTo + 1] !== COMMA || bytes[to - 1] !== CLOSE || to - from > LONGEST_RECORD) {
      return NO;
    }
    const start = skipBlanks(bytes, tagTo + 2, to);
    const comma = findByte(bytes, start, Math.min(to, start + LONG_TIME), COMMA);
    const hash = comma < 0 ? to : skipBlanks(bytes, comma + 1, to);
    if (!isDigit(bytes[start]) || bytes[hash] !== BRACE || bytes[to - 2] !== CLOSING_BRACE) return NO;
    return this.#readMade(batch, from, to, start, comma, hash, tag, tagTo);
  }

  /** `[0] tag: [time, {…}]`, its hash as Ruby would print it. */
  #readNumbered(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (!isDigit(bytes[from + 1]) || bytes[to - 1] !== CLOSE || bytes[to - 2] !== CLOSING_BRACE) return NO;
    const close = findByte(bytes, from, Math.min(to, from + 12), CLOSE);
    const colon = close < 0 ? -1 : findByte(bytes, close, Math.min(to, close + LONGEST_TAG), COLON);
    if (colon < 0 || !isText(bytes, colon, to, ": [") || to - from > LONGEST_RECORD) return NO;
    const isNested = bytes[colon + 3] === OPEN;
    const start = colon + (isNested ? 4 : 3);
    const comma = findByte(bytes, start, to, COMMA);
    const hash = comma < 0 ? -1 : hashAt(bytes, comma, to, isNested);
    if (hash < 0 || !isDigit(bytes[start])) return NO;
    return this.#readMade(batch, from, to, start, comma, hash, close + 2, colon);
  }

  /** Reads the time [start, comma) and the hash behind it, up to the bracket that ends the line, as an object of JSON. */
  #readMade(
    batch: Batch,
    from: number,
    to: number,
    start: number,
    comma: number,
    hash: number,
    tag: number,
    tagTo: number,
  ): Verdict {
    const { bytes } = batch;
    const text = decoder.decode(bytes.subarray(hash, to - 1));
    const made = text.includes(ARROW) ? jsonOfArrows(text) : null;
    const json = made ?? (isJson(text) ? text : jsonOfArrows(text));
    if (json === null || json.length * 3 > batch.sideFree) return NO;
    const time = `"date":${decoder.decode(bytes.subarray(start, comma))}`;
    const copy = batch.textToSide(`{${time}${json.length > 2 ? "," : ""}${json.slice(1)}`);
    return this.#readObject(batch, from, to, copy, batch.side, tag, tagTo);
  }

  /** `time zone tag: {…}`, `time⇥tag⇥{…}` */
  #readTimed(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (bytes[to - 1] !== CLOSING_BRACE || bytes[from + 4] !== 0x2d || bytes[from + 7] !== 0x2d) return NO;
    let tag = from + LONG_TIME;
    let tagTo = -1;
    if (bytes[from + 10] === SPACE && bytes[from + 29] === SPACE && bytes[tag - 1] === SPACE) {
      const sign = bytes[from + 30];
      if (!isDigit(bytes[from + 28]) || (sign !== 0x2b && sign !== 0x2d)) return NO;
      tagTo = findByte(bytes, tag, Math.min(to, tag + LONGEST_TAG), COLON);
      if (tagTo < 0 || !isText(bytes, tagTo, to, ": {")) return NO;
    } else if (bytes[from + 10] === 0x54) {
      tag = findByte(bytes, from + SHORT_TIME, Math.min(to, from + LONG_TIME), TAB) + 1;
      tagTo = tag === 0 ? -1 : findByte(bytes, tag, Math.min(to, tag + LONGEST_TAG), TAB);
      if (tagTo < 0 || bytes[tagTo + 1] !== BRACE) return NO;
      // zap's columns, an empty message before its fields.
      if (severityOfWord(bytes, tag, tagTo) !== 0) return NO;
    } else return NO;
    const end = this.#time.read(batch, from, tag - 1, this.#context);
    if (end !== tag - 1) return NO;
    const object = findByte(bytes, tagTo, to, BRACE);
    return this.#readObject(batch, from, to, object, to, tag, tagTo);
  }

  /** Reads the object [start, end) as the record of the line [from, to), with its tag. */
  #readObject(
    batch: Batch,
    from: number,
    to: number,
    start: number,
    end: number,
    tag: number,
    tagTo: number,
  ): Verdict {
    const row = batch.count;
    let verdict = this.#container.read(batch, start, end);
    if (verdict !== YES) verdict = this.#json.read(batch, start, end);
    if (verdict !== YES || batch.count !== row + 1) return verdict === YES ? YES : NO;
    batch.rawFrom[row] = from;
    batch.rawTo[row] = to;
    this.#time.give(batch, row);
    this.#keys.fresh();
    batch.addField(this.#keys.id.fluentTag, tag, tagTo, TEXT);
    batch.fieldTo[row] = batch.fieldCount;
    return YES;
  }
}

/** Where the hash begins behind the comma that ends the time; with `nested` behind the record's metadata. */
function hashAt(bytes: Uint8Array, comma: number, to: number, nested: boolean): number {
  if (!nested) return isText(bytes, comma, to, ", {") ? comma + 2 : -1;
  for (let at = comma; at + 4 < to; at++) if (isText(bytes, at, to, "}], {")) return at + 4;
  return -1;
}
