import { visible } from "../terminal/text.ts";

/** Text in which no character means anything to Markdown or HTML. */
export function escaped(text: string): string {
  return visible(text).replace(/[\\`*_{}[\]#|~<>&!$]/g, "\\$&").replace(/^(\d+)?([.)+-])/, "$1\\$2");
}

/** A code span, with a fence longer than any run of backticks in it. */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = text === "" || /^[` ]|[` ]$/.test(text) ? " " : "";
  return fence + space + text + space + fence;
}

/** A code span in a table: a bar would end the cell, escaped or not if a backslash stands before it. */
export function cellCode(text: string): string {
  return code(text.replace(/\\(?=\|)/g, "\\ ").replace(/\|/g, "\\|"));
}
