import { UNFINISHED } from "./inspected_text.ts";

/** A key in double quotes and an arrow, as each line of an event begins. */
const BEGINNING = /^\{\s*"(?:[^"\\\n]|\\.)*" => /;
/** Strings, arrows, the numbers of an array's items, times, timestamps' and Ruby's words. */
const SIGNS =
  /"(?:[^"\\]|\\.)*"|=>|^\s*\[\d+\] |\b\d{4}-\d\d-\d\dT[\d:.]+Z?|\bnil\b|#<[^>\n]*>|%\{[^}\n]*\}/gm;
const CLOSING = "}";

/**
 * JSON of an event as Logstash's `rubydebug` prints it over several lines (`"message" => "started",`); UNFINISHED while its
 * last line is not there, null if the text is none.
 */
export function jsonOfRubydebug(text: string): string | typeof UNFINISHED | null {
  if (!BEGINNING.test(text)) return null;
  if (text.slice(text.lastIndexOf("\n") + 1).trimEnd() !== CLOSING) return UNFINISHED;
  const json = text.replace(SIGNS, (sign) => {
    if (sign.startsWith('"')) return sign;
    if (sign === "=>") return ":";
    if (sign === "nil") return "null";
    return sign.trimStart().startsWith("[") ? "" : JSON.stringify(sign);
  });
  try {
    JSON.parse(json);
    return json;
  } catch {
    return null;
  }
}
