/** Strings, arrows, symbols, nil and brackets; a number or a word between them is left as it is. */
const SIGNS = /:?"(?:[^"\\]|\\.)*"|=>|:[A-Za-z_]\w*|\b[A-Za-z_]\w*:(?= )|\bnil\b|\bnull\b|[[\]{}]/g;

/**
 * JSON of a hash as Ruby prints it (`{:queue=>"mail", :list=>[1, 2]}`) or an array as PHP's short syntax has it
 * (`["route" => "home"]`); null if the text is neither.
 */
export function jsonOfArrows(text: string): string | null {
  /** What was written so far, and for each open bracket its place there; those that hold arrows become braces. */
  const written: string[] = [];
  const open: { at: number; isMap: boolean }[] = [];
  let end = 0;
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    written.push(text.slice(end, index));
    end = index + sign.length;
    if (sign === "[" || sign === "{") open.push({ at: written.length, isMap: sign === "{" });
    const last = open.at(-1);
    if (last === undefined) return null;
    if (sign === "=>") last.isMap = true;
    if (sign === "]" || sign === "}") {
      written[last.at] = last.isMap ? "{" : "[";
      written.push(last.isMap ? "}" : "]");
      open.pop();
    } else written.push(signOf(sign));
  }
  written.push(text.slice(end));
  const json = written.join("");
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? json : null;
  } catch {
    return null;
  }
}

function signOf(text: string): string {
  // A tab within a text is written as it is.
  const sign = text.replaceAll("\t", "\\t");
  if (sign === "=>") return ":";
  if (sign === "nil") return "null";
  if (sign.startsWith(':"')) return sign.slice(1);
  if (sign.startsWith(":")) return JSON.stringify(sign.slice(1));
  // Ruby 3.4 writes `queue: "mail"`.
  return sign.endsWith(":") ? `${JSON.stringify(sign.slice(0, -1))}:` : sign;
}
