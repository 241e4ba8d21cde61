import { addSource } from "../attributes/text_composites.ts";
import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import type { TextHead } from "../text_head.ts";
import { BAR, CLOSE, CLOSE_PAREN, COLON, OPEN, PAREN, SLASH, TIME_PART } from "../text_parts.ts";
import {
  findByte,
  isNameSign,
  isNumber,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { beforeDigits, isDigit } from "../../time/timestamp_parts.ts";

const ON_LINE = " on line ", IN = " in ";

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
  let open = wordStart(bytes, from, to - 2, sign);
  if (isText(bytes, open - 5, to, " line ")) return withoutPerls(batch, row, from, open - 5, to, keys);
  const isIn = bytes[open] === SPACE && isText(bytes, open - 2, to, "in ");
  if (isIn) open -= 3;
  if (bytes[open] !== sign || open - 1 <= from || bytes[open - 1] !== SPACE || (isBracket && !isIn)) {
    return to;
  }
  const file = isIn ? open + 4 : open + 1;
  if (sourceColon(bytes, file, to - 1) < 0 || hasFile(batch, row, keys)) return to;
  addSource(batch, keys, file, to - 1);
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
  const blank = wordStart(bytes, from, to - 2, PAREN);
  if (bytes[blank] !== SPACE || nameLikeness(bytes, blank + 1, to - 1) !== PATH) return to;
  const open = wordStart(bytes, from, blank - 1, PAREN);
  const isPlace = bytes[open] === PAREN && open > from && sourceColon(bytes, open + 1, blank) >= 0;
  if (!isPlace || batch.severity[row] === 0) return to;
  addSource(batch, keys, open + 1, blank);
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
  const open = wordStart(bytes, from, fileTo - 1, PAREN);
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
  if (sourceColon(bytes, at + 1, to) < 0 || hasFile(batch, row, keys)) return to;
  addSource(batch, keys, at + 1, to);
  return trimmed(bytes, from, at - 2);
}

/** Whether the head has told of a file. */
function hasFile({ fieldCount, fieldFrom, fieldKey }: Batch, row: number, keys: AttributeKeys): boolean {
  for (let field = fieldFrom[row]; field < fieldCount; field++) {
    if (fieldKey[field] === keys.id.file) return true;
  }
  return false;
}

/** Index of the sign `open`, or of the blank, before the word that goes on at `at`; not before `from`. */
function wordStart(bytes: Uint8Array, from: number, at: number, open: number): number {
  while (at > from && bytes[at] > SPACE && bytes[at] !== open) at--;
  return at;
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
  // Celery's `[time: INFO/Beat] due task (shop.tick)`: the bracket tells all that the logger does.
  if (bytes[batch.severityTo[row]] !== SPACE) return to;
  const open = trailingLogger(bytes, head.message, to);
  if (open < 0) return to;
  addTrailingLogger(batch, open, to, keys);
  const after = skipBlanks(bytes, batch.severityTo[row], to);
  if (bytes[after] !== OPEN) return trimmed(bytes, head.message, open);
  const close = connectorEnd(bytes, after, to);
  // All else in brackets behind the severity is the message's own.
  if (close > 0) batch.addField(keys.context(0), after + 1, close, TEXT);
  head.message = close > 0 ? skipBlanks(bytes, close + 1, open) : after;
  return trimmed(bytes, head.message, open);
}

/** Where Kafka Connect's context ends that begins at `open`, `[orders-sink|task-0] message`: its last byte; -1 if it is something else. */
export function connectorEnd(bytes: Uint8Array, open: number, to: number): number {
  const close = tokenEnd(bytes, open, to) - 1;
  return bytes[open] === OPEN && bytes[close] === CLOSE && findByte(bytes, open, close, BAR) > 0 ? close : -1;
}

/** Adds the logger in the parenthesis at `open` that ends at `to`, and the line that it stands in. */
export function addTrailingLogger(batch: Batch, open: number, to: number, keys: AttributeKeys): void {
  const nameTo = withoutLine(batch.bytes, to);
  batch.addField(keys.id.logger, open + 1, nameTo, TEXT);
  if (nameTo + 2 < to) batch.addField(keys.id.line, nameTo + 1, to - 1, INT);
}

/** Where the parenthesis stands in which a logger ends the message [from, to); -1 if none does. */
export function trailingLogger(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to - 1] !== CLOSE_PAREN) return -1;
  const nameTo = withoutLine(bytes, to);
  let open = nameTo - 1;
  while (open > from && isNameSign(bytes[open])) open--;
  const isLogger = bytes[open] === PAREN && (open === from || bytes[open - 1] === SPACE) &&
    nameLikeness(bytes, open + 1, nameTo) >= PATH;
  return isLogger ? open : -1;
}

/** Where the name ends in the parenthesis that ends at `to`, without the line that it stands in. */
function withoutLine(bytes: Uint8Array, to: number): number {
  let nameTo = to - 1;
  while (isDigit(bytes[nameTo - 1])) nameTo--;
  return bytes[nameTo - 1] === COLON ? nameTo - 1 : to - 1;
}

/** Adds the place that ends PHP's message, ` in /app/file.php on line 12`, which stays whole. */
export function addToldPlace(batch: Batch, from: number, to: number, keys: AttributeKeys): void {
  const { bytes } = batch;
  const line = beforeDigits(bytes, from, to) + 1;
  const fileTo = line - ON_LINE.length;
  if (fileTo <= from || !isText(bytes, fileTo, to, ON_LINE)) return;
  let file = fileTo;
  while (file > from && !isText(bytes, file, fileTo, IN)) file--;
  file += IN.length;
  if (bytes[file] !== SLASH && bytes[file + 1] !== COLON) return;
  batch.addField(keys.id.file, file, fileTo, TEXT);
  batch.addField(keys.id.line, line, to, INT);
}
