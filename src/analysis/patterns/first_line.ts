const BACKSLASH = 0x5c;

/** Bytes of a body that are looked at for the escapes of its first line. */
const LOOKED_AT = 16_384;

/**
 * Where the first line with text ends in [from, to), the inside of a JSON string, if that line has no escapes;
 * otherwise ~end of what must be unescaped to have it.
 */
export function firstLineEnd(bytes: Uint8Array, from: number, to: number): number {
  const most = Math.min(to, from + LOOKED_AT);
  let escapes = false;
  let text = false;
  for (let at = from; at < most; at++) {
    const byte = bytes[at];
    if (byte !== BACKSLASH) {
      if (byte > 0x20) text = true;
      continue;
    }
    const letter = bytes[++at];
    if (letter === 0x6e || letter === 0x72) {
      if (text) return escapes ? ~(at - 1) : at - 1;
    } else if (letter !== 0x74) {
      text = true;
    }
    escapes = true;
  }
  return escapes ? ~most : most;
}
