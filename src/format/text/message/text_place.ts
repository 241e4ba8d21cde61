import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import type { TextHead } from "../text_head.ts";
import { CLOSE, CLOSE_PAREN, COLON, OPEN, PAREN, TIME_PART } from "../text_parts.ts";
import {
  isNameSign,
  isNumber,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  trimmed,
} from "../text_tokens.ts";
import { beforeDigits, isDigit } from "../../time/timestamp_parts.ts";

/**
 * Takes `(file.py:12)`, `(in file.js:12)` or Flask's `[in /path/file.py:12]` from the end of the message [from, to), the place that logged it, if the
 * head has told of none; answers where the message ends, `to` if it does not end so.
 */
export function withoutPlace(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!isDigit(bytes[to - 2])) return to;
  const isBracket = bytes[to - 1] === CLOSE;
  const sign = isBracket ? OPEN : PAREN;
  let open = to - 2;
  while (open > from && bytes[open] > SPACE && bytes[open] !== sign) open--;
  if (isText(bytes, open - 5, to, " line ")) return withoutPerls(batch, row, from, open - 5, to, keys);
  const isIn = bytes[open] === SPACE && isText(bytes, open - 2, to, "in ");
  if (isIn) open -= 3;
  if (bytes[open] !== sign || open - 1 <= from || bytes[open - 1] !== SPACE || (isBracket && !isIn)) {
    return to;
  }
  const file = isIn ? open + 4 : open + 1;
  const colon = sourceColon(bytes, file, to - 1);
  if (colon < 0) return to;
  for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
    if (batch.fieldKey[field] === keys.id.file) return to;
  }
  batch.addField(keys.id.file, file, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, to - 1, INT);
  const end = trimmed(bytes, from, open);
  return isText(bytes, end - 3, end, "  -") ? trimmed(bytes, from, end - 1) : end;
}

/** Takes `(main.go:47 main.run)` from the end of the message, a place and its function; answers where the message ends. */
export function withoutCalledPlace(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  let blank = to - 2;
  while (blank > from && bytes[blank] > SPACE && bytes[blank] !== PAREN) blank--;
  if (bytes[blank] !== SPACE || nameLikeness(bytes, blank + 1, to - 1) !== PATH) return to;
  let open = blank - 1;
  while (open > from && bytes[open] > SPACE && bytes[open] !== PAREN) open--;
  const colon = bytes[open] === PAREN && open > from ? sourceColon(bytes, open + 1, blank) : -1;
  if (colon < 0 || batch.severity[row] === 0) return to;
  batch.addField(keys.id.file, open + 1, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, blank, INT);
  batch.addField(keys.id.function, blank + 1, to - 1, TEXT);
  return trimmed(bytes, from, open);
}

/** Takes Log4perl's `(%F line %L)` from the end of the message: the file's name ends at `fileTo`; answers where the message ends. */
function withoutPerls(
  batch: Batch,
  row: number,
  from: number,
  fileTo: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  let open = fileTo - 1;
  while (open > from && bytes[open] > SPACE && bytes[open] !== PAREN) open--;
  const isPlace = bytes[open] === PAREN && bytes[open - 1] === SPACE && bytes[to - 1] === CLOSE_PAREN &&
    isNumber(bytes, fileTo + 6, to - 1) && nameLikeness(bytes, open + 1, fileTo) === PATH;
  if (!isPlace || batch.severity[row] === 0) return to;
  batch.addField(keys.id.file, open + 1, fileTo, TEXT);
  batch.addField(keys.id.line, fileTo + 6, to - 1, INT);
  return trimmed(bytes, from, open);
}

/** Takes ` - main.cc:12` from the end of the message [from, to), as trantor writes it; answers where the message ends. */
export function withoutDashedPlace(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  let at = beforeDigits(bytes, from, to);
  if (bytes[at] !== COLON || at === to - 1) return to;
  while (at > from && bytes[at] > SPACE) at--;
  if (at - 2 <= from || !isText(bytes, at - 2, to, " - ") || batch.severity[row] === 0) return to;
  const colon = sourceColon(bytes, at + 1, to);
  if (colon < 0) return to;
  for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
    if (batch.fieldKey[field] === keys.id.file) return to;
  }
  batch.addField(keys.id.file, at + 1, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, to, INT);
  return trimmed(bytes, from, at - 2);
}

/** Kafka's `message (kafka.controller.KafkaController)`: the logger stands behind; answers the message's end. */
export function withoutTrailingLogger(
  batch: Batch,
  row: number,
  head: TextHead,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!head.timeInBrackets || head.kind[0] !== TIME_PART || head.severity === 0 || head.named) return to;
  const open = trailingLogger(bytes, head.message, to);
  if (open < 0) return to;
  addTrailingLogger(batch, open, to, keys);
  // What stood in brackets behind the severity is the message's own.
  const after = skipBlanks(bytes, batch.severityTo[row], to);
  if (bytes[after] === OPEN) head.message = after;
  return trimmed(bytes, head.message, open);
}

/** Adds the logger in the parenthesis at `open` that ends at `to`. */
export function addTrailingLogger(batch: Batch, open: number, to: number, keys: AttributeKeys): void {
  batch.addField(keys.id.logger, open + 1, withoutLine(batch.bytes, to), TEXT);
}

/** Where the parenthesis stands in which a logger ends the message [from, to); -1 if none does. */
export function trailingLogger(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to - 1] !== CLOSE_PAREN) return -1;
  const nameTo = withoutLine(bytes, to);
  let open = nameTo - 1;
  while (open > from && isNameSign(bytes[open])) open--;
  const isLogger = bytes[open] === PAREN && bytes[open - 1] === SPACE &&
    nameLikeness(bytes, open + 1, nameTo) >= PATH;
  return isLogger ? open : -1;
}

/** Where the name ends in the parenthesis that ends at `to`, without the line that it stands in. */
function withoutLine(bytes: Uint8Array, to: number): number {
  let nameTo = to - 1;
  while (isDigit(bytes[nameTo - 1])) nameTo--;
  return bytes[nameTo - 1] === COLON ? nameTo - 1 : to - 1;
}
