/**
 * The expression for a file's name as shells match it: `*` and `?` for any letters and for one, `[a-z]` and `[!a-z]` for
 * one of some, a backslash before a sign that means itself. A `[` that nothing closes means itself.
 */
export function namePattern(pattern: string, ignoresCase = false): RegExp {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "*") source += "[^/]*";
    else if (sign === "?") source += "[^/]";
    else if (sign === "\\" && at + 1 < pattern.length) source += escaped(pattern[++at]);
    else if (sign === "[") {
      const isNegated = pattern[at + 1] === "!" || pattern[at + 1] === "^";
      const from = at + (isNegated ? 2 : 1);
      // A `]` that comes first means itself.
      const end = pattern.indexOf("]", from + 1);
      if (end < 0) {
        source += "\\[";
        continue;
      }
      source += `[${isNegated ? "^/" : ""}${inClass(pattern.slice(from, end))}]`;
      at = end;
    } else source += escaped(sign);
  }
  return new RegExp(`^(?:${source})$`, ignoresCase ? "isu" : "su");
}

/** `a-z` stays a range; all else means itself. */
function inClass(signs: string): string {
  const own = (sign: string) => /[\^\\\]-]/.test(sign) ? `\\${sign}` : sign;
  let source = "";
  for (let at = 0; at < signs.length; at++) {
    if (signs[at + 1] === "-" && at + 2 < signs.length && signs[at] <= signs[at + 2]) {
      source += `${own(signs[at])}-${own(signs[at + 2])}`;
      at += 2;
    } else source += own(signs[at]);
  }
  return source;
}

function escaped(sign: string): string {
  return /[\^$\\.*+?()[\]{}|]/.test(sign) ? `\\${sign}` : sign;
}
