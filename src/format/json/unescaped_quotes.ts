/**
 * A key and its text: a quote inside it is one that neither the next key nor the end of the object stands behind. Keys are
 * short: else each quote of a long text would be searched for the end of one.
 */
const PAIR =
  /("(?:[^"\\]|\\.){0,128}"\s*:\s*")((?:[^"\\]|\\.|"(?!\s*(?:,\s*"[^"]*"\s*:|[}\]]+\s*(?:,|$))))*)(?=")/g;
/** What a text of JSON holds: pairs of characters that are right, and signs that must be written otherwise. */
const SIGN = /\\["\\/bfnrtu]|["\\\t]/g;

/**
 * The JSON that an object of one line was meant to be which somebody's layout put together, `{"message":"%(message)s"}`,
 * without the escapes that its values need; null if none are missing.
 */
export function withEscapes(text: string): string | null {
  const mended = text.replace(PAIR, (_, key: string, value: string) => key + value.replace(SIGN, escaped));
  return mended === text ? null : mended;
}

function escaped(sign: string): string {
  return sign.length === 2 ? sign : sign === "\t" ? "\\t" : `\\${sign}`;
}
