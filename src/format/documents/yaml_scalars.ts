/** The value of a scalar without quotes. */
export function plainValue(text: string): unknown {
  if (text === "" || text === "~" || text === "null") return null;
  if (text === "true" || text === "false") return text === "true";
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  const isFlow = (text.startsWith("[") && text.endsWith("]")) || (text.startsWith("{") && text.endsWith("}"));
  return isFlow ? flowValue(text) : text;
}

/** `[a, b]` and JSON; any other text as it stands. */
function flowValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/^\[[^[\]{}'"]*\]$/.test(text)) return text;
    const inside = text.slice(1, -1).trim();
    return inside === "" ? [] : inside.split(",").map((item) => plainValue(item.trim()));
  }
}

const ESCAPES: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
  e: "\x1b",
  "0": "\0",
  N: "\u0085",
  _: "\u00a0",
};

/** The text in quotes of `sign`, which the line breaks of several lines are folded in; undefined if none ends there. */
export function quotedValue(text: string, sign: string): string | undefined {
  if (text.length < 2 || !text.endsWith(sign)) return undefined;
  const inside = text.slice(1, -1);
  if (sign === "'") return /^(?:[^']|'')*$/.test(inside) ? folded(inside).replaceAll("''", "'") : undefined;
  if (!/^(?:[^"\\]|\\.)*$/s.test(inside)) return undefined;
  const whole = folded(inside.replace(/\\\n[ \t]*/g, ""));
  return whole.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/gs, (_, short, long, letter) => {
    return letter === undefined
      ? String.fromCharCode(parseInt(short ?? long, 16))
      : ESCAPES[letter] ?? letter;
  });
}

/** Several lines of a scalar as one: a line break is a blank, an empty line a line break. */
export function folded(text: string): string {
  return text.replace(
    /[ \t]*\n[ \t]*(\n[ \t\n]*)?/g,
    (_, more: string | undefined) => more === undefined ? " " : "\n".repeat(more.split("\n").length - 1),
  );
}

/** The text of a block scalar, `|` or `>` with its sign for what ends it, of lines without their indentation. */
export function blockValue(sign: string, lines: readonly string[]): string {
  const text = lines.join("\n").replace(/\n+$/, "");
  const end = sign.includes("-") ? "" : "\n";
  if (sign[0] === "|") return text + end;
  // Lines that are indented stay as they are.
  return (/\n[ \t]/.test(text) ? text : folded(text)) + end;
}
