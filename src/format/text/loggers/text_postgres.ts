import {
  AT,
  BAR,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  CONNECTION_PART,
  CONTEXT_PART,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  type HeadParts,
  isUserAtDatabase,
  KEYED_PART,
  NUMBER_PART,
  OPEN,
  PEER_PART,
  SLASH,
  STATE_PART,
  USER_PART,
} from "../text_parts.ts";
import { severityNameEnd, severityOfName } from "../../severity_word.ts";
import { isKeyAt } from "../message/text_pairs.ts";
import {
  bracketEnd,
  findByte,
  isHex,
  isNumber,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Signs between the parts of a prefix. */
const DIVIDERS = [SPACE, COLON, COMMA, CLOSE, DASH, BAR];
/** What begins the user and database of a connection that has not told them yet. */
const NOBODY = "[unknown]@";
/** Bytes of what stands between PostgreSQL's time and severity. */
const LONGEST_PREFIX = 200;
/** Bytes of the code of a state. */
const STATE_BYTES = 5;

/**
 * `:10.0.0.1(5432):user@database:[123]:` behind a time, as Amazon has PostgreSQL write it (peer, user and database
 * may be missing), or Azure's `-6b01c4ab.5326-`. Index where the severity begins, -1 if it is something else.
 */
export function readHostedPostgres(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (bytes[at] === DASH) return readSession(parts, at, to);
  if (bytes[at] !== COLON) return -1;
  const end = tokenEnd(bytes, at, to);
  const middle = findByte(bytes, at, end, AT);
  if (middle < 0) return -1;
  // The colons of an IPv6 address stand before its port's parentheses.
  const peer = at + 1;
  let peerTo = findByte(bytes, peer, middle, CLOSE_PAREN) + 1;
  if (peerTo === 0) peerTo = findByte(bytes, peer, middle, COLON);
  if (peerTo < 0 || bytes[peerTo] !== COLON) return -1;
  const userTo = findByte(bytes, middle, end, COLON);
  if (userTo < 0 || bytes[userTo + 1] !== OPEN) return -1;
  const close = findByte(bytes, userTo, end, CLOSE);
  if (close < 0 || bytes[close + 1] !== COLON || !isNumber(bytes, userTo + 2, close)) return -1;
  if (peerTo > peer && bytes[peer] !== OPEN) parts.add(PEER_PART, peer, peerTo);
  if (middle > peerTo + 1 && middle < userTo - 1) parts.add(USER_PART, peerTo + 1, userTo);
  parts.add(NUMBER_PART, userTo + 2, close);
  return close + 2;
}

/**
 * Whether the colon at `at`, behind a severity, is PostgreSQL's, `LOG:  message`: all behind the two blanks is message
 * (`duration: 0.2 ms`).
 */
export function isPostgresGap(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  return parts.hasTime && at + 3 < to && bytes[at + 1] === SPACE && bytes[at + 2] === SPACE &&
    bytes[at + 3] > SPACE && (isUpper(bytes[at - 1]) || bytes[at - 1] >= 0x80) && parts.severityTo === at;
}

/**
 * Takes what a log_line_prefix of one's own has between time and severity, `[42-7]: user=app,db=shop,app=order svc,client=10.0.0.1 `,
 * where it has pairs or counts the lines of a process.
 */
export function takeReportPrefix(
  parts: HeadParts,
  last = parts.severityFrom,
  from = parts.batch.timeTo[parts.row],
  isTold = false,
): void {
  const { bytes, severity, severityFrom, severityTo } = parts;
  if (!isTold && !hasPairsOrCount(bytes, from, last)) return;
  parts.keepUpTo(from);
  for (let at = from; at < last;) {
    const isOpen = bytes[at] === OPEN && !isText(bytes, at, last, NOBODY);
    const key = isOpen ? at + 1 : at;
    if (isKeyAt(bytes, key, last)) at = takePair(parts, key, last);
    else if (isOpen) at = takeProcess(parts, at, last);
    else if (DIVIDERS.includes(bytes[at])) at++;
    else {
      // A control character is a token's as well.
      const end = wordEnd(bytes, at + 1, last);
      const slash = findByte(bytes, at, end, SLASH);
      const to = slash < 0 ? end : slash;
      const isUser = isUserAtDatabase(bytes, at, to);
      const open = bytes[end - 1] === CLOSE ? findByte(bytes, at, end, OPEN) : -1;
      if (open > at && isNumber(bytes, open + 1, end - 1)) {
        // `postmaster[42]`
        parts.add(CONTEXT_PART, at, open);
        parts.add(NUMBER_PART, open + 1, end - 1);
        at = end;
        continue;
      }
      const kind = isUser
        ? USER_PART
        : isState(bytes, at, last)
        ? STATE_PART
        : isNumber(bytes, at, to)
        ? NUMBER_PART
        : CONTEXT_PART;
      parts.add(kind, at, to);
      at = end;
      // An application's name may hold blanks.
      if (isUser && slash > 0 && bytes[slash + 1] !== OPEN) {
        at = last;
        parts.add(CONTEXT_PART, slash + 1, trimmed(bytes, slash + 1, at));
      }
    }
  }
  if (severity > 0) parts.setSeverity(severity, severityFrom, severityTo);
  // What stands there has any number of parts.
  parts.framed = true;
}

function hasPairsOrCount(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at + 1 < to; at++) {
    if (bytes[at] === EQUALS && isLetter(bytes[at - 1])) return true;
    if (bytes[at] === DASH && isDigit(bytes[at - 1]) && bytes[digitsEnd(bytes, at + 1, to)] === CLOSE) {
      return true;
    }
    // `user@database/order svc`, `[user@database]`, and the code of a state behind a process
    if (bytes[at] === AT) {
      const end = tokenEnd(bytes, at, to);
      if (bytes[end - 1] === CLOSE || findByte(bytes, at, end, SLASH) > 0) return true;
    }
    if (bytes[at] === CLOSE && isState(bytes, at + 2, to)) return true;
  }
  return false;
}

/** Where a word of a prefix ends: at a blank or a bar. */
function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  const end = tokenEnd(bytes, from, to);
  const bar = findByte(bytes, from, end, BAR);
  return bar < 0 ? end : bar;
}

/** Whether a prefix is `user@database`, perhaps with numbers, in brackets or not: what else it says may be a sentence. */
function isUsers(bytes: Uint8Array, from: number, to: number): boolean {
  let hasUser = false;
  for (let at = from; at < to; at++) {
    if (DIVIDERS.includes(bytes[at])) continue;
    const end = wordEnd(bytes, at, to);
    const isEnclosed = bytes[at] === OPEN && bytes[end - 1] === CLOSE && !isText(bytes, at, end, NOBODY);
    const start = isEnclosed ? at + 1 : at;
    const last = isEnclosed || bytes[end - 1] === COLON ? end - 1 : end;
    if (isUserAtDatabase(bytes, start, last)) hasUser = true;
    else if (!isNumber(bytes, start, last)) return false;
    at = end;
  }
  return hasUser;
}

/** `42P01 ` right before a severity: the code of a state, `%e`. */
function isState(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== STATE_BYTES + 1 || bytes[to - 1] !== SPACE) return false;
  for (let at = from; at < to - 1; at++) if (!isDigit(bytes[at]) && !isUpper(bytes[at])) return false;
  return isDigit(bytes[from]) || isDigit(bytes[from + 1]);
}

/** Takes `key=value`, whose value may hold blanks before a comma or another key; an empty one and that of nobody are passed over. */
function takePair(parts: HeadParts, key: number, to: number): number {
  const { bytes } = parts;
  const value = findByte(bytes, key, to, EQUALS) + 1;
  let end = bytes[value] === OPEN ? bracketEnd(bytes, value, to) : value;
  if (end < 0) end = to;
  while (end < to && bytes[end] !== COMMA && bytes[end] !== CLOSE) {
    const next = bytes[end] === SPACE ? skipBlanks(bytes, end, to) : end;
    if (next > end && (next === to || bytes[next] === OPEN || isKeyAt(bytes, next, to))) break;
    end++;
  }
  if (end > value && !isText(bytes, value, end, "[unknown]")) parts.add(KEYED_PART, key, end);
  return end;
}

/** Takes `[42]`, a process, `[42-7]`, a process and the number of its line, or another bracket. */
function takeProcess(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = bracketEnd(bytes, at, to);
  if (end < 0) return to;
  const digits = digitsEnd(bytes, at + 1, end);
  const isProcess = digits > at + 1 && (digits === end - 1 || bytes[digits] === DASH);
  // `[42]: [7-1] `: the number of the line stands in a bracket of its own.
  const isCount = isProcess && bytes[digits] === DASH && parts.kind[parts.count - 1] === NUMBER_PART;
  if (isCount) parts.add(CONTEXT_PART, at + 1, end - 1);
  else if (isProcess) parts.add(NUMBER_PART, at + 1, digits);
  else if (isUserAtDatabase(bytes, at + 1, end - 1)) parts.add(USER_PART, at + 1, end - 1);
  else parts.add(BRACKET_PART, at + 1, end - 1);
  return end;
}

/** The time and the process of a session in hexadecimal digits, between dashes. */
function readSession(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const dot = findByte(bytes, at, Math.min(to, at + 20), DOT);
  const end = dot < 0 ? -1 : findByte(bytes, dot, Math.min(to, dot + 12), DASH);
  if (end < 0 || !isHex(bytes, at + 1, dot) || !isHex(bytes, dot + 1, end)) return -1;
  parts.add(CONNECTION_PART, at + 1, end);
  return end + 1;
}

/** Takes what bars divide, `|42|user|database|order svc|`. */
function takeCells(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  for (let at = from; at < to; at++) {
    const end = findByte(bytes, at, to, BAR);
    if (end < 0) return;
    const kind = isNumber(bytes, at, end)
      ? NUMBER_PART
      : isUserAtDatabase(bytes, at, end)
      ? USER_PART
      : CONTEXT_PART;
    if (end > at) parts.add(kind, at, end);
    at = end;
  }
}

/** What begins the lines that go on with a report, in the languages of PostgreSQL's catalogues. */
const LABELS = new Set(
  ("DETAIL HINT STATEMENT CONTEXT QUERY LOCATION TIPP ANFRAGE ZUSAMMENHANG ANWEISUNG ORT DETALLE CONSULTA CONTEXTO " +
    "SENTENCIA UBICACIÓN DÉTAIL ASTUCE REQUÊTE CONTEXTE INSTRUCTION EMPLACEMENT DETTAGLI SUGGERIMENTO CONTESTO " +
    "ISTRUZIONE POSIZIONE DETALHE DICA COMANDO LOCAL DETALJ TIPS FRÅGA KONTEXT SATS PLATS ПОДРОБНОСТИ " +
    "ПОДСКАЗКА ЗАПРОС КОНТЕКСТ ОПЕРАТОР ПОЛОЖЕНИЕ ВІДОМОСТІ УКАЗІВКА ЗАПИТ ІНСТРУКЦІЯ РОЗТАШУВАННЯ 詳細 ヒント " +
    "問い合わせ 文脈 文 場所 详细信息 提示 查询 上下文 语句 位置 상세정보 힌트 쿼리 내용 위치").split(" "),
);
const LONGEST_LABEL = 30;
const decoder = new TextDecoder();

/** Whether a line begins so that goes on with PostgreSQL's report before it: a label, a colon and two blanks. */
export function isReportLabel(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isUpper(bytes[from + 1]) && bytes[from] < 0x80 && bytes[from + 1] < 0x80) return false;
  const end = severityNameEnd(bytes, from, Math.min(to, from + LONGEST_LABEL));
  // French sets its colons apart.
  const colon = bytes[end] === SPACE ? end + 1 : end;
  if (!isText(bytes, colon, to, ":  ")) return false;
  return LABELS.has(decoder.decode(bytes.subarray(from, end)));
}

/** Whether a head is PostgreSQL's: its severity, or the label that begins its message, stands before a colon and two blanks. */
export function isPostgres({ bytes, message, severity, severityTo }: HeadParts): boolean {
  if (severity === 0) return isReportLabel(bytes, message, bytes.length);
  const colon = bytes[severityTo] === SPACE ? severityTo + 1 : severityTo;
  return isText(bytes, colon, bytes.length, ":  ");
}

/**
 * Takes PostgreSQL's `LOG:  `, or `DETAIL:  ` of a report that goes on, with what stands between it and the time, whatever its log_line_prefix has there; false if none
 * stands in the line.
 */
export function takeReport(parts: HeadParts, to: number, behind = parts.batch.timeTo[parts.row]): boolean {
  const { bytes } = parts;
  const isEnded = bytes[behind] === COLON || bytes[behind] === CLOSE;
  const at = skipBlanks(bytes, isEnded ? behind + 1 : behind, to);
  const last = Math.min(to - 4, at + LONGEST_PREFIX);
  let colon = at;
  while (
    colon < last && (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE || bytes[colon + 2] !== SPACE)
  ) {
    colon++;
  }
  if (colon >= last || bytes[colon + 3] === SPACE) return false;
  const wordTo = bytes[colon - 1] === SPACE ? colon - 1 : colon;
  let word = wordTo;
  while (word > at && (isUpper(bytes[word - 1]) || isDigit(bytes[word - 1]) || bytes[word - 1] >= 0x80)) {
    word--;
  }
  // `< time >LOG:  message`
  const isBarred = bytes[word - 1] === BAR;
  const isApart = bytes[word - 1] === SPACE || bytes[word - 1] === GREATER || isBarred;
  if (word === at || !isApart || !(isUpper(bytes[word]) || bytes[word] >= 0x80)) return false;
  const number = severityOfName(bytes, word, wordTo);
  if (number === 0) {
    if (!isReportLabel(bytes, word, to)) return false;
    if (parts.message === word) {
      takeReportPrefix(parts, word, behind, isUsers(bytes, behind, word));
      return false;
    }
  }
  parts.cut(at);
  if (isBarred) takeCells(parts, at, word);
  else if (!isKeyAt(bytes, at, word)) parts.add(CONTEXT_PART, at, trimmed(bytes, at, word));
  if (number > 0) parts.setSeverity(number, word, wordTo);
  // What stands before it has any number of parts.
  parts.framed = true;
  const isProcess = bytes[at] === OPEN && isDigit(bytes[at + 1]);
  takeReportPrefix(parts, word, behind, isProcess || (!isBarred && isUsers(bytes, at, word)));
  return parts.beginMessage(number > 0 ? colon + 3 : word);
}
