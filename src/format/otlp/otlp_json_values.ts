import { type Batch, BOOL, BYTES, DOUBLE, ESCAPED, INT, NESTED, NULL, TEXT } from "../../record/batch.ts";
import { unescapeInto } from "../json/json_escape.ts";
import { JsonScalars } from "./otlp_json_scalars.ts";
import { cutText, MAX_FLATTENED, MAX_NESTED, MAX_TEXT_BYTES } from "./otlp_message.ts";
import { otlpNameAt } from "./otlp_names.ts";
import { needSide, putAscii, putByte, putBytes } from "../side_writer.ts";

/** `{"key":"`, `,"value":`, `{"stringValue":"` as words, for messages that are written without blanks. */
const KEY_FIRST = wordsOf('{"key":"');
const VALUE_NEXT = wordsOf(',"value":');
const STRING_VALUE = wordsOf('{"stringValue":"');

/**
 * Reads OTLP's attribute lists and values from JSON: what can stay a range of the message does; arrays become
 * plain JSON in the side area; lists inside lists become dotted keys.
 */
export class JsonValues extends JsonScalars {
  /** Of the value that `read` read last: its kind, and `cut` if it is longer than a text may be. */
  kind = NULL;
  cut = false;

  /** Adds the list of KeyValues at hand as fields below the path [prefixFrom, prefixTo). Answers whether a text was cut. */
  addKeyValues(batch: Batch, prefixFrom = 0, prefixTo = 0, depth = 0): boolean {
    const json = this.json;
    if (json.isNull()) return false;
    json.enter(0x5b);
    let isCut = false;
    for (let isFirst = true; json.item(isFirst); isFirst = false) {
      if (this.#addKeyValue(batch, prefixFrom, prefixTo, depth)) isCut = true;
    }
    return isCut;
  }

  /** Reads the AnyValue at hand as a value that is not taken apart. */
  read(batch: Batch): void {
    const json = this.json;
    this.kind = NULL;
    this.cut = false;
    this.from = this.to = json.at;
    if (json.isNull()) return;
    if (this.#standsHere(STRING_VALUE, 16)) {
      json.at += 15;
      this.#text();
      if (json.bytes[json.at] === 0x7d && json.at < json.to) {
        json.at++;
        return;
      }
    } else {
      json.enter(0x7b);
      if (!json.member(true)) return;
      this.#member(batch);
    }
    while (json.member(false)) this.#member(batch);
  }

  /** Whether the text `words` of `length` bytes stands at hand. */
  #standsHere(words: Int32Array, length: number): boolean {
    const { view, at, to } = this.json;
    if (at + length > to) return false;
    for (let index = 0; index < length >> 2; index++) {
      if (view.getInt32(at + index * 4, true) !== words[index]) return false;
    }
    return (length & 3) === 0 || view.getInt32(at + length - 4, true) === words[words.length - 1];
  }

  #addKeyValue(batch: Batch, prefixFrom: number, prefixTo: number, depth: number): boolean {
    const json = this.json;
    let keyFrom = 0;
    let keyTo = 0;
    let isEscaped = false;
    let hasKey = false;
    let isCut = false;
    let valueAt = -1;
    let isDone = false;
    let isFirst = true;
    if (this.#standsHere(KEY_FIRST, 8)) {
      json.at += 7;
      json.string();
      keyFrom = json.from;
      keyTo = json.end;
      isEscaped = json.isEscaped;
      hasKey = true;
      isFirst = false;
      if (this.#standsHere(VALUE_NEXT, 9)) {
        json.at += 9;
        isCut = this.#addValue(batch, prefixFrom, prefixTo, keyFrom, keyTo, isEscaped, depth);
        isDone = true;
        if (json.bytes[json.at] === 0x7d && json.at < json.to) {
          json.at++;
          return isCut;
        }
      }
    } else json.enter(0x7b);
    for (; json.member(isFirst); isFirst = false) {
      const name = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo);
      if (name === "key") {
        if (json.isNull()) continue;
        json.string();
        keyFrom = json.from;
        keyTo = json.end;
        isEscaped = json.isEscaped;
        hasKey = true;
      } else if (name !== "value") json.skip();
      else if (hasKey && !isDone) {
        isCut = this.#addValue(batch, prefixFrom, prefixTo, keyFrom, keyTo, isEscaped, depth);
        isDone = true;
      } else {
        valueAt = json.at;
        json.skip();
      }
    }
    if (isDone) return isCut;
    const end = json.at;
    if (valueAt >= 0) {
      json.at = valueAt;
      isCut = this.#addValue(batch, prefixFrom, prefixTo, keyFrom, keyTo, isEscaped, depth);
    } else {
      const path = this.#path(batch, prefixFrom, prefixTo, keyFrom, keyTo, isEscaped);
      batch.addField(this.#key(batch, path), keyTo, keyTo, NULL);
    }
    json.at = end;
    return isCut;
  }

  #pathTo = 0;

  /** Where the path of a key begins; it ends at `#pathTo`. */
  #path(
    batch: Batch,
    prefixFrom: number,
    prefixTo: number,
    keyFrom: number,
    keyTo: number,
    isEscaped: boolean,
  ): number {
    this.#pathTo = keyTo;
    if (prefixFrom === prefixTo && !isEscaped) return keyFrom;
    const from = batch.side;
    if (prefixFrom !== prefixTo) {
      putBytes(batch, prefixFrom, prefixTo);
      putByte(batch, 0x2e);
    }
    needSide(batch, keyTo - keyFrom);
    batch.side = unescapeInto(batch.bytes, batch.side, batch.bytes, keyFrom, keyTo);
    this.#pathTo = batch.side;
    return from;
  }

  #key(batch: Batch, pathFrom: number): number {
    return batch.keys.idOfBytes(batch.bytes, batch.view, pathFrom, this.#pathTo);
  }

  #addValue(
    batch: Batch,
    prefixFrom: number,
    prefixTo: number,
    keyFrom: number,
    keyTo: number,
    isEscaped: boolean,
    depth: number,
  ): boolean {
    const json = this.json;
    const list = depth < MAX_FLATTENED ? this.#listAt() : -1;
    const pathFrom = this.#path(batch, prefixFrom, prefixTo, keyFrom, keyTo, isEscaped);
    const key = this.#key(batch, pathFrom);
    if (list < 0) {
      this.read(batch);
      batch.addField(key, this.from, this.to, this.kind);
      return this.cut;
    }
    const pathTo = this.#pathTo;
    const start = json.at;
    json.at = list;
    const isCut = this.addKeyValues(batch, pathFrom, pathTo, depth + 1);
    json.at = start;
    json.skip();
    return isCut;
  }

  /** Where the items of a list that is not empty begin, if the AnyValue at hand is one; else -1. Stays there. */
  #listAt(): number {
    const json = this.json;
    const start = json.at;
    // Nearly all values are told by the third byte of `{"kvlistValue"`.
    if (
      json.bytes[start] === 0x7b && json.bytes[start + 1] === 0x22 && (json.bytes[start + 2] | 0x20) !== 0x6b
    ) {
      return -1;
    }
    if (json.space() !== 0x7b) return -1;
    let list = -1;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const isList = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo) === "kvlistValue";
      list = isList && json.space() === 0x7b ? this.#itemsAt() : -1;
      if (!isList) json.skip();
      else if (list < 0) json.skip();
    }
    json.at = start;
    return list;
  }

  /** Where the non-empty `values` of the object at hand stand; -1 for none, and then stays there. */
  #itemsAt(): number {
    const json = this.json;
    const start = json.at;
    let items = -1;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const isValues = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo) === "values";
      const at = json.at;
      if (isValues && json.space() === 0x5b) {
        json.enter(0x5b);
        if (json.space() !== 0x5d) items = at;
        json.at = at;
      }
      json.skip();
    }
    if (items < 0) json.at = start;
    return items;
  }

  /** Takes the member of an AnyValue at hand as its value. */
  #member(batch: Batch): void {
    const json = this.json;
    const name = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo);
    if (name === null || json.bytes[json.at] === 0x6e) return json.skip();
    const start = json.at;
    switch (name) {
      case "stringValue":
        return this.#text();
      case "intValue":
        this.integer(batch, true);
        this.kind = INT;
        return;
      case "doubleValue":
        this.double();
        this.kind = DOUBLE;
        return;
      case "boolValue":
        json.boolean();
        this.kind = BOOL;
        break;
      case "bytesValue":
        this.base64(batch);
        this.kind = BYTES;
        return;
      case "arrayValue":
      case "kvlistValue":
        this.#nested(batch, name === "kvlistValue");
        return;
      default:
        json.at = start;
        return json.skip();
    }
    this.from = json.from;
    this.to = json.end;
  }

  #nested(batch: Batch, isList: boolean): void {
    const from = batch.side;
    this.#putItems(batch, isList, 1);
    this.kind = NESTED;
    this.from = from;
    this.to = batch.side;
    this.cut = false;
  }

  #text(): void {
    const json = this.json;
    json.string();
    this.kind = json.isEscaped ? ESCAPED : TEXT;
    this.from = json.from;
    this.to = json.end;
    this.cut = json.end - json.from > MAX_TEXT_BYTES;
    if (this.cut) this.to = cutText(json.bytes, json.from);
  }

  /** Writes the ArrayValue or KeyValueList at hand as plain JSON. */
  #putItems(batch: Batch, isList: boolean, depth: number): void {
    const json = this.json;
    if (depth > MAX_NESTED) json.fail(`values are nested more than ${MAX_NESTED} deep`);
    putByte(batch, isList ? 0x7b : 0x5b);
    json.enter(0x7b);
    let items = 0;
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      if (
        otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo) !== "values" ||
        json.bytes[json.at] === 0x6e
      ) {
        json.skip();
        continue;
      }
      json.enter(0x5b);
      for (let isFirstItem = true; json.item(isFirstItem); isFirstItem = false) {
        if (items++ > 0) putByte(batch, 0x2c);
        if (isList) this.#putPair(batch, depth);
        else this.#putAny(batch, depth);
      }
    }
    putByte(batch, isList ? 0x7d : 0x5d);
  }

  #putPair(batch: Batch, depth: number): void {
    const json = this.json;
    let keyFrom = 0;
    let keyTo = 0;
    let valueAt = -1;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo);
      if (name === "key" && json.bytes[json.at] !== 0x6e) {
        json.string();
        keyFrom = json.from;
        keyTo = json.end;
      } else {
        if (name === "value") valueAt = json.at;
        json.skip();
      }
    }
    const end = json.at;
    putByte(batch, 0x22);
    putBytes(batch, keyFrom, keyTo);
    putByte(batch, 0x22);
    putByte(batch, 0x3a);
    if (valueAt < 0) putAscii(batch, "null");
    else {
      json.at = valueAt;
      this.#putAny(batch, depth);
    }
    json.at = end;
  }

  #putAny(batch: Batch, depth: number): void {
    const json = this.json;
    const { side } = batch;
    if (!json.isNull()) {
      json.enter(0x7b);
      for (let isFirst = true; json.member(isFirst); isFirst = false) {
        const name = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo);
        if (name === "arrayValue" || name === "kvlistValue") {
          if (json.isNull()) continue;
          batch.side = side;
          this.#putItems(batch, name === "kvlistValue", depth + 1);
          continue;
        }
        this.kind = NULL;
        const written = batch.side;
        this.#member(batch);
        if (this.kind === NULL) continue;
        // What the member itself wrote to the side area (numbers, base64) moves to where the value belongs.
        batch.side = Math.max(written, batch.side);
        this.#putScalar(batch, side, this.from, this.cut ? json.end : this.to);
        this.cut = false;
      }
    }
    if (batch.side === side) putAscii(batch, "null");
  }

  /** Writes the scalar [from, to) of the kind read last at `side`. */
  #putScalar(batch: Batch, side: number, from: number, to: number): void {
    const { bytes } = batch;
    const isQuoted = this.kind === TEXT || this.kind === ESCAPED || this.kind === BYTES ||
      (this.kind === DOUBLE && bytes[from] !== 0x2d && (bytes[from] < 48 || bytes[from] > 57)) ||
      (this.kind === DOUBLE && bytes[from] === 0x2d && bytes[from + 1] === 0x49);
    needSide(batch, to - from + 2);
    bytes.copyWithin(side + (isQuoted ? 1 : 0), from, to);
    batch.side = side + to - from;
    if (!isQuoted) return;
    bytes[side] = 0x22;
    batch.side += 2;
    bytes[batch.side - 1] = 0x22;
  }
}

function wordsOf(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(bytes.buffer);
  const words: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) words.push(view.getInt32(at, true));
  if (bytes.length % 4 !== 0) words.push(view.getInt32(bytes.length - 4, true));
  return Int32Array.from(words);
}
