import type { Batch } from "../../record/batch.ts";
import { unescapeInto } from "../json/json_escape.ts";
import type { StrictJson } from "../json/json_strict.ts";
import { needSide, putAscii, putByte, putBytes } from "../side_writer.ts";

const MOST_INT64 = 0x7fffffffffffffffn;
const MOST_UINT64 = 0xffffffffffffffffn;

const decoder = new TextDecoder();

/** Reads the numbers and bytes of OTLP's JSON mapping: what is spelt as `parse` prints it stays where it stands. */
export class JsonScalars {
  /** Where the scalar that was read last stands. */
  from = 0;
  to = 0;
  protected readonly json: StrictJson;

  constructor(json: StrictJson) {
    this.json = json;
  }

  /** Reads the integer at hand, a number or digits in quotes, between `least` and `most`, into `from`, `to`. */
  integer(batch: Batch, isSigned: boolean): void {
    const json = this.json;
    const isText = json.bytes[json.at] === 0x22;
    if (isText) json.string();
    else json.number();
    const { bytes, from, end } = json;
    let at = from;
    if (isSigned && bytes[at] === 0x2d) at++;
    const digits = at;
    while (at < end && bytes[at] >= 48 && bytes[at] <= 57) at++;
    this.from = from;
    this.to = end;
    const isPlain = at === end && at > digits && (bytes[digits] !== 48 || at === digits + 1);
    // Up to 18 digits (unsigned: 19) none is too large.
    if (isPlain && at - digits < (isSigned ? 19 : 20)) return;
    const integer = integerOf(decoder.decode(bytes.subarray(from, end)));
    const least = isSigned ? -MOST_INT64 - 1n : 0n;
    if (integer === null || integer < least || integer > (isSigned ? MOST_INT64 : MOST_UINT64)) {
      json.at = from;
      json.fail("an integer is missing or out of range");
    }
    if (isPlain) return;
    this.from = batch.side;
    putAscii(batch, String(integer));
    this.to = batch.side;
  }

  /** As `integer`, and answers the number; what passes `most` is not told apart. */
  smallInteger(batch: Batch, most: number): number {
    this.integer(batch, false);
    const { bytes } = batch;
    let number = 0;
    for (let at = this.from; at < this.to && number <= most; at++) number = number * 10 + bytes[at] - 48;
    return number;
  }

  /** Reads the double at hand: a number, or one of the names that JSON has no numbers for. */
  double(): void {
    const json = this.json;
    const { bytes } = json;
    if (bytes[json.at] !== 0x22) json.number();
    else {
      json.string();
      const { from, end, at } = json;
      if (!["NaN", "Infinity", "-Infinity"].includes(decoder.decode(bytes.subarray(from, end)))) {
        json.at = from;
        json.number();
        if (json.end !== end) json.fail("a number is missing");
        json.at = at;
      }
    }
    this.from = json.from;
    this.to = json.end;
  }

  /** Reads base64 of either alphabet, with or without padding, as that of RFC 4648, section 4. */
  base64(batch: Batch): void {
    const json = this.json;
    const { bytes } = json;
    json.string();
    let { from, end } = json;
    if (json.isEscaped) {
      needSide(batch, end - from);
      const side = batch.side;
      batch.side = unescapeInto(bytes, side, bytes, from, end);
      from = side;
      end = batch.side;
    }
    let letters = end;
    while (letters > from && end - letters < 2 && bytes[letters - 1] === 0x3d) letters--;
    let isPlain = true;
    for (let at = from; at < letters; at++) {
      const byte = bytes[at];
      const letter = byte | 0x20;
      if ((letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === 0x2b || byte === 0x2f) {
        continue;
      }
      if (byte !== 0x2d && byte !== 0x5f) json.fail("bytesValue is no base64");
      isPlain = false;
    }
    if ((letters - from) % 4 === 1) json.fail("bytesValue is no base64");
    if (!isPlain || (end - from) % 4 !== 0) {
      const side = batch.side;
      putBytes(batch, from, letters);
      for (let at = side; at < batch.side; at++) {
        if (bytes[at] === 0x2d) bytes[at] = 0x2b;
        else if (bytes[at] === 0x5f) bytes[at] = 0x2f;
      }
      while ((batch.side - side) % 4 !== 0) putByte(batch, 0x3d);
      from = side;
      end = batch.side;
    }
    this.from = from;
    this.to = end;
  }
}

/** The integer that a text stands for, also as `1.0` or `1e3`; null if it is none. */
function integerOf(text: string): bigint | null {
  if (/^-?\d{1,40}$/.test(text)) return BigInt(text);
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return null;
  const number = Number(text);
  return Number.isInteger(number) ? BigInt(number) : null;
}
