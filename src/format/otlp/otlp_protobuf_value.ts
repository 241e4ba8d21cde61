import type { Batch } from "../../record/batch.ts";
import * as kinds from "../../record/batch.ts";
import { KeysByPlace } from "./keys_by_place.ts";
import { cutText, MalformedMessage, MAX_FLATTENED, MAX_NESTED, MAX_TEXT_BYTES } from "./otlp_message.ts";
import type { ProtobufWire } from "./protobuf_wire.ts";
import {
  needSide,
  putAscii,
  putBase64,
  putByte,
  putBytes,
  putDouble,
  putInt64,
  putJsonText,
  putSmall,
} from "../side_writer.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, BYTES, DOUBLE, INT, NESTED, NULL, TEXT, TRUNCATED } = kinds;

/** AnyValue's members by the tags they are written with. */
const STRING = 0x0a;
const BOOLEAN = 0x10;
const INTEGER = 0x18;
const FLOAT = 0x21;
const ARRAY = 0x2a;
const LIST = 0x32;
const BINARY = 0x3a;
const STRING_INDEX = 0x40;

/** KeyValue's members. */
const KEY = 0x0a;
const VALUE = 0x12;
const KEY_INDEX = 0x18;

/** `values` of ArrayValue and KeyValueList. */
const VALUES = 0x0a;

/**
 * Reads OTLP's attribute lists and values from protobuf: texts stay ranges of the message, numbers get their
 * digits, bytes base64, arrays JSON in the side area; lists inside lists become dotted keys.
 */
export class ProtobufValues {
  /** The value that `read` read last: kind and range; `cut` if it is longer than a text may be. */
  kind = NULL;
  from = 0;
  to = 0;
  cut = false;
  /** Something referred to a table of strings, which log messages do not have. */
  usesIndices = false;
  readonly #wire: ProtobufWire;
  /** Which member an AnyValue has, and where its value stands. */
  #member = 0;
  #at = 0;
  #end = 0;

  readonly #keys = new KeysByPlace();

  constructor(wire: ProtobufWire) {
    this.#wire = wire;
  }

  /** Adds the KeyValue [at, end) as a field, or as several below its key. */
  addKeyValue(batch: Batch, at: number, end: number): boolean {
    const { bytes } = batch;
    // As nearly all are written: a short key, then a short value up to the end.
    const keyFrom = at + 2;
    const keyTo = keyFrom + bytes[at + 1];
    if (bytes[at] === KEY && bytes[at + 1] < 0x80 && keyTo + 2 <= end && bytes[keyTo] === VALUE) {
      const valueFrom = keyTo + 2;
      if (bytes[keyTo + 1] === end - valueFrom && end - valueFrom < 0x80 && valueFrom + 2 <= end) {
        const from = valueFrom + 2;
        const last = bytes[valueFrom + 1];
        if (bytes[valueFrom] === STRING && last === end - from) {
          batch.addField(this.#keys.next(batch, keyFrom, keyTo), from, end, TEXT);
          return false;
        }
        if (bytes[valueFrom] === INTEGER && isSmall(bytes, valueFrom, end)) {
          const number = end === from ? last : (last & 0x7f) | (bytes[from] << 7);
          const { side } = batch;
          putSmall(batch, number);
          batch.addField(this.#keys.next(batch, keyFrom, keyTo), side, batch.side, INT);
          return false;
        }
      }
    }
    return this.#addAny(batch, 0, 0, at, end, 0);
  }

  /** Begins a record: its keys are likely those of the record before, in their order. */
  begin(): void {
    this.#keys.begin();
  }

  /** Reads the AnyValue [at, end) as a value that is not taken apart. */
  read(batch: Batch, at: number, end: number): void {
    this.#find(at, end);
    this.#take(batch, 0);
  }

  /** Adds a KeyValue of any order below the path [prefixFrom, prefixTo). Answers whether a text was cut. */
  #addAny(
    batch: Batch,
    prefixFrom: number,
    prefixTo: number,
    at: number,
    end: number,
    depth: number,
  ): boolean {
    const wire = this.#wire;
    let keyFrom = 0;
    let keyTo = 0;
    let valueFrom = end;
    let valueTo = end;
    let isIndexed = false;
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag === KEY) {
        keyTo = wire.length(end);
        keyFrom = wire.at;
        wire.at = keyTo;
      } else if (tag === VALUE) {
        valueTo = wire.length(end);
        valueFrom = wire.at;
        wire.at = valueTo;
      } else if (tag === KEY_INDEX) {
        wire.varint(end);
        isIndexed = true;
      } else wire.skipUnknown(tag, end, 3, "KeyValue");
    }
    if (isIndexed) this.usesIndices = true;
    if (isIndexed && keyFrom === keyTo) return false;
    return this.#add(batch, prefixFrom, prefixTo, keyFrom, keyTo, valueFrom, valueTo, depth);
  }

  #add(
    batch: Batch,
    prefixFrom: number,
    prefixTo: number,
    keyFrom: number,
    keyTo: number,
    valueFrom: number,
    valueTo: number,
    depth: number,
  ): boolean {
    this.#find(valueFrom, valueTo);
    if (this.#member === LIST && depth < MAX_FLATTENED && this.#at < this.#end) {
      return this.#addList(batch, prefixFrom, prefixTo, keyFrom, keyTo, depth);
    }
    this.#take(batch, depth);
    let key: number;
    if (prefixFrom === prefixTo) key = batch.keys.idOfBytes(batch.bytes, batch.view, keyFrom, keyTo);
    else {
      const { side } = batch;
      putBytes(batch, prefixFrom, prefixTo);
      putByte(batch, 0x2e);
      putBytes(batch, keyFrom, keyTo);
      key = batch.keys.idOfBytes(batch.bytes, batch.view, side, batch.side);
      batch.side = side;
    }
    batch.addField(key, this.from, this.to, this.kind);
    return this.cut;
  }

  /** Adds the pairs of the list found last below its key. */
  #addList(
    batch: Batch,
    prefixFrom: number,
    prefixTo: number,
    keyFrom: number,
    keyTo: number,
    depth: number,
  ): boolean {
    const wire = this.#wire;
    const end = this.#end;
    let pathFrom = keyFrom;
    let pathTo = keyTo;
    if (prefixFrom !== prefixTo) {
      pathFrom = batch.side;
      putBytes(batch, prefixFrom, prefixTo);
      putByte(batch, 0x2e);
      putBytes(batch, keyFrom, keyTo);
      pathTo = batch.side;
    }
    let cut = false;
    wire.at = this.#at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag !== VALUES) {
        wire.skipUnknown(tag, end, 1, "KeyValueList");
        continue;
      }
      const to = wire.length(end);
      if (this.#addAny(batch, pathFrom, pathTo, wire.at, to, depth + 1)) cut = true;
      wire.at = to;
    }
    return cut;
  }

  /** Finds the member that the AnyValue [at, end) has: of several the last one holds. */
  #find(at: number, end: number): void {
    const wire = this.#wire;
    this.#member = 0;
    this.#at = this.#end = end;
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      switch (tag) {
        case STRING:
        case ARRAY:
        case LIST:
        case BINARY:
          this.#end = wire.length(end);
          this.#at = wire.at;
          wire.at = this.#end;
          break;
        case BOOLEAN:
        case INTEGER:
          this.#at = wire.at;
          wire.varint(end);
          this.#end = wire.at;
          break;
        case FLOAT:
          this.#at = wire.fixed(8, end);
          this.#end = wire.at;
          break;
        case STRING_INDEX:
          wire.varint(end);
          this.usesIndices = true;
          continue;
        default:
          wire.skipUnknown(tag, end, 8, "AnyValue");
          continue;
      }
      this.#member = tag;
    }
  }

  /** Makes the member found last the value of `kind`, `from`, `to`. */
  #take(batch: Batch, depth: number): void {
    const wire = this.#wire;
    const at = this.#at;
    const end = this.#end;
    this.cut = false;
    this.from = at;
    this.to = end;
    switch (this.#member) {
      case STRING:
        this.kind = TEXT;
        if (end - at > MAX_TEXT_BYTES) {
          this.to = cutText(batch.bytes, at);
          this.cut = true;
        }
        return;
      case BOOLEAN:
        this.kind = BOOL;
        break;
      case INTEGER:
        this.kind = INT;
        break;
      case FLOAT:
        this.kind = DOUBLE;
        break;
      case BINARY:
        this.kind = BYTES;
        break;
      case ARRAY:
      case LIST:
        this.kind = NESTED;
        break;
      default:
        this.kind = NULL;
        return;
    }
    this.from = batch.side;
    if (this.kind === BYTES) putBase64(batch, at, end);
    else if (this.kind === NESTED) this.#putItems(batch, at, end, this.#member === LIST, depth + 1);
    else this.#putNumber(batch, this.#member, at, end);
    this.to = batch.side;
    wire.at = end;
  }

  #putNumber(batch: Batch, member: number, at: number, end: number): void {
    const wire = this.#wire;
    if (member === FLOAT) return putDouble(batch, batch.view.getFloat64(at, true));
    wire.at = at;
    const low = wire.varint(end);
    if (member === INTEGER) putInt64(batch, wire.high, low);
    else putAscii(batch, low !== 0 || wire.high !== 0 ? "true" : "false");
  }

  /** Writes an ArrayValue or a KeyValueList as plain JSON. */
  #putItems(batch: Batch, at: number, end: number, isList: boolean, depth: number): void {
    if (depth > MAX_NESTED) throw new MalformedMessage(`values are nested more than ${MAX_NESTED} deep`);
    const wire = this.#wire;
    let isFirst = true;
    putByte(batch, isList ? 0x7b : 0x5b);
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag !== VALUES) {
        wire.skipUnknown(tag, end, 1, isList ? "KeyValueList" : "ArrayValue");
        continue;
      }
      const to = wire.length(end);
      if (!isFirst) putByte(batch, 0x2c);
      isFirst = false;
      if (isList) this.#putPair(batch, wire.at, to, depth);
      else this.#putAny(batch, wire.at, to, depth);
      wire.at = to;
    }
    putByte(batch, isList ? 0x7d : 0x5d);
  }

  #putPair(batch: Batch, at: number, end: number, depth: number): void {
    const wire = this.#wire;
    let keyFrom = 0;
    let keyTo = 0;
    let valueFrom = end;
    let valueTo = end;
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag !== KEY && tag !== VALUE) {
        if (tag === KEY_INDEX) this.usesIndices = true;
        if (tag === KEY_INDEX) wire.varint(end);
        else wire.skipUnknown(tag, end, 3, "KeyValue");
        continue;
      }
      const to = wire.length(end);
      if (tag === KEY) {
        keyFrom = wire.at;
        keyTo = to;
      } else {
        valueFrom = wire.at;
        valueTo = to;
      }
      wire.at = to;
    }
    this.#putString(batch, keyFrom, keyTo);
    putByte(batch, 0x3a);
    this.#putAny(batch, valueFrom, valueTo, depth);
  }

  #putAny(batch: Batch, at: number, end: number, depth: number): void {
    this.#find(at, end);
    const member = this.#member;
    const from = this.#at;
    const to = this.#end;
    switch (member) {
      case STRING:
        return this.#putString(batch, from, to);
      case BINARY:
        needSide(batch, 2);
        putByte(batch, 0x22);
        putBase64(batch, from, to);
        return putByte(batch, 0x22);
      case ARRAY:
      case LIST:
        return this.#putItems(batch, from, to, member === LIST, depth + 1);
      case 0:
        return putAscii(batch, "null");
      case FLOAT: {
        const number = batch.view.getFloat64(from, true);
        if (Number.isFinite(number)) return putDouble(batch, number);
        // JSON has no numbers for these: the protocol's mapping writes their names as strings.
        return putAscii(batch, `"${number}"`);
      }
      default:
        return this.#putNumber(batch, member, from, to);
    }
  }

  #putString(batch: Batch, from: number, to: number): void {
    putByte(batch, 0x22);
    putJsonText(batch, from, to);
    putByte(batch, 0x22);
  }
}

/** Whether [at, end) is the tag of an integer and a varint of one or two bytes. */
function isSmall(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === 2
    ? bytes[at + 1] < 0x80
    : end - at === 3 && bytes[at + 1] >= 0x80 && bytes[at + 2] < 0x80;
}

/** Marks the record begun last as cut. */
export function markCut(batch: Batch): void {
  batch.flags[batch.count] |= TRUNCATED;
}
