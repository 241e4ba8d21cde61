import { ERROR, WARN } from "../../../record/severity.ts";
import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { severityOfWord } from "../../severity_word.ts";
import { findByte, isText, NEWLINE, skipBlanks, sourceColon, tokenEnd } from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import * as textTwoLinesConstants from "../message/text_two_lines.ts";

const { NOT_HERS, ONE_LINE, TWO_LINES, WANTS_MORE } = textTwoLinesConstants;

/** `2026/11/20 08:00:01` */
const GO_TIME_BYTES = 19;
const SLASH = 0x2f, OPEN = 0x5b, CLOSE = 0x5d;

/**
 * GORM writes `time /path/file.go:12`, perhaps an error or what was slow behind it, and in a second line
 * `[1.234ms] [rows:1] SELECT …` or `[info] message`. [from, to) is what follows the time.
 */
export function readGorm(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
  const { bytes } = batch;
  const time = batch.timeFrom[row];
  if (bytes[time + 4] !== SLASH || batch.timeTo[row] - time !== GO_TIME_BYTES) return ONE_LINE;
  const placeTo = tokenEnd(bytes, from, to);
  const colon = sourceColon(bytes, from, placeTo);
  if (colon < 0 || (bytes[from] !== SLASH && bytes[from + 1] !== 0x3a)) return ONE_LINE;
  const newline = findByte(bytes, placeTo, to, NEWLINE);
  if (newline < 0) return WANTS_MORE;
  const second = newline + 1;
  const close = bytes[second] === OPEN ? findByte(bytes, second, to, CLOSE) : -1;
  if (close < 0) return NOT_HERS;
  const isMeasured = isDigit(bytes[second + 1]) && isText(bytes, close - 2, to, "ms] [rows:");
  const number = isMeasured ? 0 : severityOfWord(bytes, second + 1, close);
  if (!isMeasured && number === 0) return NOT_HERS;
  const remark = skipBlanks(bytes, placeTo, newline);
  if (isMeasured && remark < newline) {
    batch.setSeverity(row, isText(bytes, remark, newline, "SLOW SQL") ? WARN : ERROR, remark, remark);
  } else if (!isMeasured) {
    batch.setSeverity(row, number, second + 1, close);
  }
  batch.addField(keys.id.file, from, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, placeTo, INT);
  batch.setBody(row, !isMeasured ? skipBlanks(bytes, close + 1, to) : remark < newline ? remark : second, to);
  return TWO_LINES;
}
