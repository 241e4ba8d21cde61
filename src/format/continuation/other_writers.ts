import { isText } from "../text/text_tokens.ts";

const RETURN = 0x0d, PERCENT = 0x25, EQUALS = 0x3d, CLOSE = 0x5d, BAR = 0x7c;

/** AWS Lambda's, Django's of what it did not answer, Node's own warnings, and what SLF4J says of itself. */
const OTHERS = [
  "(node:",
  "(Use `node --trace-",
  "START RequestId: ",
  "END RequestId: ",
  "REPORT RequestId: ",
  "INIT_START Runtime",
  "Not Found: /",
  "Internal Server Error: /",
  "Bad Request: /",
  "Unauthorized: /",
  "Forbidden: /",
  "Forbidden (",
  "Method Not Allowed (",
  "SLF4J: ",
  "SLF4J(",
];

/**
 * Whether the line is of one that writes between the records of others: `==> app.log <==` of tail, `END RequestId: …` of
 * AWS Lambda, `Not Found: /path` of Django.
 */
export function isAnother(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === RETURN || isProgress(bytes, from, to)) return true;
  if (bytes[from] === EQUALS) return isText(bytes, from, to, "==> ") && isText(bytes, to - 4, to, " <==");
  return OTHERS.some((start) => isText(bytes, from, to, start));
}

/** tqdm's `Epoch 3:  40%|████      | 12/30 [00:01<00:02, 9.97it/s]` */
function isProgress(bytes: Uint8Array, from: number, to: number): boolean {
  if (
    bytes[to - 1] !== CLOSE || !(isText(bytes, to - 5, to, "it/s]") || isText(bytes, to - 5, to, "s/it]"))
  ) {
    return false;
  }
  for (let at = from; at + 1 < to; at++) if (bytes[at] === PERCENT && bytes[at + 1] === BAR) return true;
  return false;
}
