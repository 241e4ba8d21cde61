import { MalformedMessage } from "./otlp_message.ts";

/** Wire types of protobuf's encoding (protobuf.dev, "Encoding"). */
const VARINT = 0;
const FIXED64 = 1;
export const LENGTH = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

const MAX_GROUPS = 100;

/**
 * Walks over the fields of protobuf messages in bytes without making anything of them. All ends are checked:
 * what does not fit into its message throws MalformedMessage.
 */
export class ProtobufWire {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Where the next byte is read. */
  at = 0;
  /** Upper half of the varint read last. */
  high = 0;

  /** Reads a varint: the lower 32 bits as the result (unsigned), the upper ones in `high`. */
  varint(end: number): number {
    const { bytes } = this;
    let at = this.at;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (at >= end) throw new MalformedMessage("the message ends inside a number");
      const byte = bytes[at++];
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= (bits & 1) << 31;
      if (byte < 0x80) {
        this.at = at;
        this.high = high >>> 0;
        return low >>> 0;
      }
    }
    throw new MalformedMessage("a number has more than ten bytes");
  }

  /** Reads a field's number and wire type: number * 8 + type. */
  tag(end: number): number {
    const { bytes, at } = this;
    if (at < end && bytes[at] < 0x80 && bytes[at] >= 8) {
      this.at = at + 1;
      return bytes[at];
    }
    const tag = this.varint(end);
    if (this.high !== 0 || tag < 8) throw new MalformedMessage("a field has no valid number");
    return tag;
  }

  /** Reads a length and answers where what is that long ends. */
  length(end: number): number {
    const { bytes, at } = this;
    if (at < end && bytes[at] < 0x80) {
      const to = at + 1 + bytes[at];
      this.at = at + 1;
      if (to <= end) return to;
    } else {
      const length = this.varint(end);
      if (this.high === 0 && this.at + length <= end) return this.at + length;
    }
    throw new MalformedMessage("a field is longer than the message it stands in");
  }

  /** Passes over the eight or four bytes of a fixed number and answers where they begin. */
  fixed(size: 4 | 8, end: number): number {
    const { at } = this;
    if (at + size > end) throw new MalformedMessage("the message ends inside a number");
    this.at = at + size;
    return at;
  }

  /** Passes over the value of a field that is not known. */
  skip(tag: number, end: number, groups = 0): void {
    switch (tag & 7) {
      case VARINT:
        this.varint(end);
        return;
      case FIXED64:
        this.fixed(8, end);
        return;
      case LENGTH:
        this.at = this.length(end);
        return;
      case START_GROUP:
        this.#skipGroup(tag, end, groups);
        return;
      case FIXED32:
        this.fixed(4, end);
        return;
      default:
        throw new MalformedMessage(`a field has the wire type ${tag & 7}, which does not belong there`);
    }
  }

  /** Passes over a field of the message `name` whose number is none of [1, last]; with such a number it is malformed. */
  skipUnknown(tag: number, end: number, last: number, name: string): void {
    if (tag >>> 3 <= last) {
      throw new MalformedMessage(`field ${tag >>> 3} of ${name} has the wire type ${tag & 7}`);
    }
    this.skip(tag, end);
  }

  #skipGroup(start: number, end: number, groups: number): void {
    if (groups >= MAX_GROUPS) throw new MalformedMessage("groups are nested too deeply");
    for (;;) {
      const tag = this.tag(end);
      if (tag >>> 3 === start >>> 3 && (tag & 7) === END_GROUP) return;
      this.skip(tag, end, groups + 1);
    }
  }
}
