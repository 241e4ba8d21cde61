import type { Row } from "../engine/messages.ts";
import { textOfValue } from "../record/log_record.ts";
import { fit, visible } from "../terminal/text.ts";
import type { State } from "./state.ts";
import { tellsOrigin } from "./tells_origin.ts";

/** Formats whose messages say little without the fields beside them: others hold these in the text itself. */
const OF_FIELDS = /(?:^|\+)(?:json|otlp[\w-]*|logfmt|ltsv)$/;
/** Of access logs, whose messages are requests: what came of them, by the end of its name. */
const OF_REQUESTS = /(?:^|\+)access$/;
const OUTCOME = /^http\.(?:response\.(status)_code|server\.request\.(duration))$/;
/** Cells of one name and of one value, and characters of texts that are looked at. */
const PART = 40;
const LOOKED_AT = 512;
const IN_WORD = /[\p{L}\p{N}_]/u;

/** The attributes that are listed behind a message, in one line: `path=/cart status=200`. Empty if there are none. */
export function besideMessage({ record, format }: Row, message: string, { columns }: State): string {
  // Of a record without a message the attributes stand in its place.
  if (record.body === null || record.body === "") return "";
  const isRequest = OF_REQUESTS.test(format);
  if (!isRequest && !OF_FIELDS.test(format)) return "";
  const chosen = new Set(columns.filter(({ shown }) => shown).map(({ name }) => name));
  const said = message.slice(0, LOOKED_AT);
  let line = "";
  for (const [key, value] of record.attributes) {
    const outcome = isRequest ? OUTCOME.exec(key) : null;
    if (isRequest ? outcome === null : tellsOrigin(key)) continue;
    if (chosen.has(`@${key}`)) continue;
    const name = outcome === null ? key : outcome[1] ?? outcome[2];
    const text = textOfValue(value);
    // What the message says is not said again; that a path holds the digits of a status says nothing.
    if (text === "" || !isRequest && text.length > 2 && says(said, text)) continue;
    if (text === record.service || text === record.host) continue;
    const shown = fit(visible(text.slice(0, LOOKED_AT)), PART);
    line += `${line === "" ? "" : " "}${fit(visible(name), PART, "middle")}=${shown}`;
    if (line.length > LOOKED_AT) break;
  }
  return line;
}

/** Whether a message holds a text as words of their own: `shipped` says nothing of `ship`, nor `15003`, or `1.500`, of `500`. */
function says(message: string, text: string): boolean {
  for (let at = message.indexOf(text); at >= 0; at = message.indexOf(text, at + 1)) {
    const to = at + text.length;
    const before = isJoined(message[at], message[at - 1], message[at - 2]);
    if (!before && !isJoined(message[to - 1], message[to], message[to + 1])) return true;
  }
  return false;
}

/** Whether the sign at the edge of a word goes on in the `next` one: letters and digits do, digits also behind a point. */
function isJoined(edge: string, next = " ", second = " "): boolean {
  if (!IN_WORD.test(edge)) return false;
  return IN_WORD.test(next) || (next === "." && isDigit(edge) && isDigit(second));
}

function isDigit(sign: string): boolean {
  return sign >= "0" && sign <= "9";
}
