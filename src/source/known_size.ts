import { expandGlob, isGlob, splitAtCommas } from "./glob.ts";

/** Bytes of the plain files among those that a person named; what cannot be looked at counts nothing: opening it tells why. */
export function knownSize(files: readonly string[]): number {
  let bytes = 0;
  for (const name of files) {
    const size = sizeOf(name);
    if (size !== null) {
      bytes += size;
      continue;
    }
    for (const part of splitAtCommas(name)) {
      for (const path of isGlob(part) ? expandGlob(part) : [part]) bytes += sizeOf(path) ?? 0;
    }
  }
  return bytes;
}

function sizeOf(path: string): number | null {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile ? size : 0;
  } catch {
    return null;
  }
}
