import { BODY, roleOf, SEVERITY, SUBSTITUTE, TIME, WEAK_TIME } from "../field_roles.ts";
import { severityOfWord } from "../severity_word.ts";
import { JsonOutline, OPEN } from "./json_outline.ts";
import { skipSpace, stringEnd } from "./json_token.ts";

const BRACE = 0x7b, BRACKET = 0x5b, QUOTE = 0x22, COLON = 0x3a, COMMA = 0x2c, NEWLINE = 0x0a;
const NONE = -1;

/** Members that hold the records of an export: CloudTrail, CloudWatch, Azure, gcloud, kubectl, Elasticsearch, Datadog, Splunk. */
const LISTS = new Set(
  "records events logevents entries logentries logs items results hits data value values rows".split(
    " ",
  ),
);
/** What CloudWatch calls them in what it sends on. */
const SHIPPED = "logevents";
/** Objects that such a member may stand in. */
const AROUND = new Set("hits data result response body log".split(" "));
/** Members before the list, and objects around it. */
const MOST_MEMBERS = 64;
const MOST_AROUND = 3;
const LONGEST_NAME = 48;

const decoder = new TextDecoder();

/** Where the records of a JSON text begin that is a list of them, or an object that holds one. */
export class ListShape {
  /** Where the first record begins, and the line breaks before the list's bracket. */
  first = NONE;
  headLines = 0;
  /** The records are CloudWatch's, each a line that a program wrote. */
  isShipped = false;
  /** Objects around the list. */
  depth = 0;
  readonly #outline = new JsonOutline();

  /** Looks at [from, to), which may be unfinished; false if it is no such list, or if that cannot be told yet. */
  find(bytes: Uint8Array, from: number, to: number): boolean {
    this.depth = 0;
    this.isShipped = false;
    let at = from;
    if (bytes[at] === BRACKET) return this.#opens(bytes, from, at, to);
    for (let members = 0; members < MOST_MEMBERS; members++) {
      // At a brace or a comma, then a key.
      const key = skipSpace(bytes, at + 1, to);
      if (bytes[key] !== QUOTE || key >= to) return false;
      const keyTo = stringEnd(bytes, key + 1, to);
      const colon = keyTo < 0 ? to : skipSpace(bytes, keyTo + 1, to);
      if (colon >= to || bytes[colon] !== COLON) return false;
      const value = skipSpace(bytes, colon + 1, to);
      if (value >= to) return false;
      const name = decoder.decode(bytes.subarray(key + 1, Math.min(keyTo, key + LONGEST_NAME))).toLowerCase();
      if (tells(bytes, name, value, to)) return false;
      if (bytes[value] === BRACKET && LISTS.has(name) && this.#opens(bytes, from, value, to)) {
        this.isShipped = name === SHIPPED;
        this.depth++;
        return true;
      }
      if (bytes[value] === BRACE && AROUND.has(name) && this.depth < MOST_AROUND) {
        this.depth++;
        at = value;
        continue;
      }
      this.#outline.reset();
      const end = this.#outline.walk(bytes, value, to);
      if (end < 0) return false;
      at = skipSpace(bytes, end, to);
      if (at >= to || bytes[at] !== COMMA) return false;
    }
    return false;
  }

  /** The index behind the first record; -1 if it is not complete. */
  firstEnd(bytes: Uint8Array, to: number): number {
    this.#outline.reset();
    const end = this.#outline.walk(bytes, this.first, to);
    return end === OPEN ? NONE : end;
  }

  #opens(bytes: Uint8Array, from: number, bracket: number, to: number): boolean {
    const first = skipSpace(bytes, bracket + 1, to);
    if (first >= to || bytes[first] !== BRACE) return false;
    this.first = first;
    this.headLines = 0;
    for (let at = from; at < bracket; at++) if (bytes[at] === NEWLINE) this.headLines++;
    return true;
  }
}

/** Whether a member of the name, with its value at `at`, makes the object a record of its own: a time, a severity, a message. */
function tells(bytes: Uint8Array, name: string, at: number, to: number): boolean {
  const { role, rank } = roleOf(name);
  if (role === SEVERITY && bytes[at] === QUOTE) {
    const end = stringEnd(bytes, at + 1, to);
    return end > 0 && severityOfWord(bytes, at + 1, end) !== 0;
  }
  return role === SEVERITY || (role === TIME && rank < WEAK_TIME) || (role === BODY && rank < SUBSTITUTE);
}
