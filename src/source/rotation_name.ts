/** What rotation adds to a file's name: numbers, dates, and the words for "old". */
const ADDED = "(?:[-._~]?(?:\\d[\\dTtZz:_.\\-]*|old|bak|backup|orig|prev|previous|save))+";
const COMPRESSED = "\\.(?:gz|bz2|xz|zst|zip|lz4|lz|lzma|lzo|7z|Z)";

/**
 * Tells whether `name` is what rotation may have made of the file `base` (both without their folder):
 * `app.log.1`, `app.log-20261120`, `app-2026-11-20.log`, `app.1.log`, `app.log.old`, each perhaps compressed.
 */
export function isRotationName(base: string, name: string): boolean {
  if (name === base) return false;
  const dot = base.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, ""];
  // Most files of a folder full of logs are told so, without an expression for each pair of them.
  if (name.length <= base.length || name.slice(0, stem.length).toLowerCase() !== stem.toLowerCase()) {
    return false;
  }
  const behind = `${RegExp.escape(base)}${ADDED}`;
  const between = `${RegExp.escape(stem)}${ADDED}${RegExp.escape(extension)}`;
  return new RegExp(`^(?:${behind}|${between})(?:${COMPRESSED})?$`, "i").test(name);
}

const COMPRESSED_END = new RegExp(`${COMPRESSED}$`, "i");
/** The number that rotation gives and counts up, at the end or before the extension: no part of a date. */
const NUMBER = /(?<!\d)[-._]\d{1,3}(?=\.[^.\d][^.]*$|$)/;

/** Does `name` end in a number that rotation counts up? */
export function isCounted(name: string): boolean {
  return NUMBER.test(withoutCompression(name));
}

/** Does `name` say that the file is compressed, whatever it holds so far? */
export function isCompressedName(name: string): boolean {
  return COMPRESSED_END.test(name);
}

/** The name that a compressed file had before. */
export function withoutCompression(name: string): string {
  return name.replace(COMPRESSED_END, "");
}

/**
 * Tells whether compressing may have made `name` of the file `base`, which rotation may have counted up before:
 * `app.log.1` becomes `app.log.1.gz`, or `app.log.2.gz`.
 */
export function isCompressedFrom(base: string, name: string): boolean {
  if (!isCompressedName(name)) return false;
  const plain = withoutCompression(name);
  return plain === base || plain.replace(NUMBER, "#") === base.replace(NUMBER, "#");
}
