/** Strings, marks, and whatever stands between them: numbers and the three words. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON text over several lines, two blanks deeper at each level. Numbers keep the digits that they were written
 * with: what parses them rounds those of more than 53 bits. Throws SyntaxError if it is not JSON.
 */
export function indentedJson(json: string): string {
  JSON.parse(json);
  const pieces: string[] = [];
  let depth = 0;
  let before = "";
  const newLine = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.matchAll(TOKENS)) {
    const opened = before === "{" || before === "[";
    switch (token) {
      case "}":
      case "]":
        depth--;
        pieces.push(opened ? token : newLine() + token);
        break;
      case ",":
        pieces.push(token + newLine());
        break;
      case ":":
        pieces.push(": ");
        break;
      default: {
        if (opened) pieces.push(newLine());
        const isOpening = token === "{" || token === "[";
        if (isOpening) depth++;
        pieces.push(token[0] === '"' && token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token);
      }
    }
    before = token;
  }
  return pieces.join("");
}
