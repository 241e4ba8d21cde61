import type { Batch } from "../../record/batch.ts";
import { lastLine } from "../newline.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { isBlank, isText, tokenEnd } from "../text/text_tokens.ts";
import type { ServerHead } from "./server_head.ts";

const NEWLINE = 0x0a,
  HASH = 0x23,
  COLON = 0x3a;

/** What the first line about a slow query begins with. */
const TIME_MARK = "# Time: ", USER_MARK = "# User@Host: ";

/** `# User@Host: shop[shop] @ web-1 [10.0.0.1]  Id:  12`; the name in brackets is told if it is another. */
const USER = String
  .raw`# User@Host: (?<user__name>[^\[\n]*?) ?\[(?:\k<user__name>|(?<user__original__name>[^\]\n]*))\]` +
  String
    .raw` @ *(?<client__name>[^\s\[]*) *\[(?<client__address>[^\]\n]*)\](?: +Id: +(?<connection__id>\d+))?[^\n]*\n`;
/** Comments that hold pairs, and the database; then the statement begins. */
const COMMENTS = String.raw`(?:#(?! administrator )[^\n]*\n)*(?:use (?<db__namespace>[^;\n]*);\n)?`;

const COMMON = {
  begins: "#",
  at: 0,
  ends: isStatement,
  hasCommentedPairs: true,
  severities: new Map([["#", 9]]),
};

/** Slow queries of MySQL, MariaDB and Percona, the first of a second with a time of its own. */
export const SLOW_QUERIES: readonly ServerHead[] = [
  {
    ...COMMON,
    mark: TIME_MARK,
    then: [USER_MARK],
    head: String.raw`(?<severity>#) Time: (?<time>[^\n]+)\n${USER}${COMMENTS}` +
      String.raw`(?:SET [\w=,]*timestamp=[\d.]+;(?:\n|$))?(?<body>[^]*)`,
  },
  {
    ...COMMON,
    mark: USER_MARK,
    then: ["#", "use ", "SET "],
    head: String.raw`(?=(?<severity>#))${USER}${COMMENTS}` +
      String.raw`SET [\w=,]*timestamp=(?<time>[\d.]+);(?:\n|$)(?<body>[^]*)`,
  },
];

/** Whether the last of the lines [from, to) is the first one of a statement. */
function isStatement(bytes: Uint8Array, from: number, to: number): boolean {
  const last = lastLine(bytes, from, to);
  if (last <= from) return false;
  if (bytes[last] === HASH) return isText(bytes, last, to, "# administrator ");
  return !isText(bytes, last, to, "use ") && !isText(bytes, last, to, "SET ");
}

/** Whether [from, to) is the first line about a slow query, or the one behind its time: its statement may have any number of lines. */
export function isSlowQuery(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === HASH && (isText(bytes, from, to, TIME_MARK) || isText(bytes, from, to, USER_MARK));
}

/** Adds the pairs of the comments that a record begins with, `# Query_time: 2.000150  Lock_time: 0.000000`. */
export function addCommentedPairs(batch: Batch, from: number, to: number): void {
  const row = batch.count - 1;
  const { bytes } = batch;
  for (let at = from; at < to && bytes[at] === HASH;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 || newline > to ? to : newline;
    if (!isSlowQuery(bytes, at, end)) addPairsOfLine(batch, at + 1, end);
    at = end + 1;
  }
  batch.fieldTo[row] = batch.fieldCount;
}

/** Adds those of a line that is nothing else; a key may have no value. */
function addPairsOfLine(batch: Batch, from: number, to: number): void {
  const { bytes } = batch;
  let key = 0;
  let keyTo = 0;
  for (let at = from; at < to;) {
    while (at < to && isBlank(bytes[at])) at++;
    const end = tokenEnd(bytes, at, to);
    if (end === at) return;
    if (bytes[end - 1] === COLON) {
      key = at;
      keyTo = end - 1;
    } else if (keyTo === 0) {
      return;
    } else {
      const id = batch.keys.idOfBytes(bytes, batch.view, key, keyTo);
      batch.addField(id, at, end, kindOfBare(bytes, at, end));
      keyTo = 0;
    }
    at = end;
  }
}
