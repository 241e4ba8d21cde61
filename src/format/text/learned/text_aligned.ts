import { COLON, type HeadParts, NAME_PART } from "../text_parts.ts";
import { isName, isUpperWord, SPACE, tokenEnd } from "../text_tokens.ts";

/** Letters of the longest of the names that are aligned: DEBUG, ERROR. */
const WIDTH = 5;

const UNKNOWN = 0;
const NAMED = 1;
const NAMELESS = 2;

/**
 * Loggers without a time that align their severities, ` INFO shop: message` and `ERROR shop: message`, name
 * themselves in all lines or in none: the ones of four letters, whose blank shows the alignment, tell which.
 */
export class AlignedNames {
  #state = UNKNOWN;

  /** Takes the `name: ` at `at`, behind the severity; answers where the message begins, `at` if it is none. */
  afterName(parts: HeadParts, at: number, to: number): number {
    if (this.#state === NAMELESS || parts.count !== 1) return at;
    const { batch, bytes, row, severityFrom, severityTo } = parts;
    if (
      at !== severityTo + 1 || bytes[severityTo] !== SPACE || !isUpperWord(bytes, severityFrom, severityTo)
    ) {
      return at;
    }
    const pad = severityFrom - batch.rawFrom[row];
    if (severityTo - severityFrom + pad !== WIDTH || pad > 1) return at;
    const end = tokenEnd(bytes, at, to) - 1;
    const isNamed = end > at && end + 1 < to && bytes[end] === COLON && isName(bytes, at, end);
    if (this.#state === UNKNOWN && pad === 0) return at;
    this.#state = isNamed ? NAMED : NAMELESS;
    if (!isNamed) return at;
    parts.add(NAME_PART, at, end);
    parts.pairsApart = parts.spaced = true;
    return end + 2;
  }
}
