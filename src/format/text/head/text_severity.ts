import { ERROR, FATAL, INFO, WARN } from "../../../record/severity.ts";
import { severityNameEnd, severityOfLetter, severityOfName, severityOfWord } from "../../severity_word.ts";
import {
  AT,
  BAR,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  DOT,
  GREATER,
  HASH,
  OPEN,
  PAREN,
  SEMICOLON,
  SLASH,
  UNDERSCORE,
} from "../text_parts.ts";
import {
  findByte,
  isBlank,
  isDecimal,
  isLower,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  NEWLINE,
  skipBlanks,
  SPACE,
  TAB,
  tokenEnd,
  upperStart,
  wordEnd,
} from "../text_tokens.ts";
import {
  behindIcon,
  FIRST_ICON,
  isBeforeNamed,
  isBeforeSeverity,
  isBoxBar,
  isCapitalised,
  isErrorBehind,
  isNote,
  isRareName,
  isRareWord,
  isSwitch,
  isTimeAt,
  severityOfSign,
} from "./severity_look.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Bytes of ` error` behind what is more severe. */
const ERROR_BYTES = 6;
/** INFO2, as syslog's notice. */
const NOTICE = 10;
/** What joins a name and a severity behind it. */
const JOINTS = new Set([DOT, DASH, SLASH]);

/** Finds a severity at a given place of a line, by its name and by what stands around it. */
export class SeverityFinder {
  bytes: Uint8Array = new Uint8Array(0);
  /** What was found last: its name, the whole token or bracket with it, and the name joined to it. */
  from = 0;
  to = 0;
  wholeTo = 0;
  nameFrom = 0;
  nameTo = 0;
  /** It may as well be a word of the message. */
  weak = false;

  /** The severity's name is [from, to), and its token or bracket ends at `wholeTo`. */
  place(from: number, to: number, wholeTo = to): void {
    this.from = from;
    this.to = to;
    this.wholeTo = wholeTo;
  }

  /** The name that is joined to the severity. */
  name(from: number, to: number): void {
    this.nameFrom = from;
    this.nameTo = to;
  }

  /** The severity that is the first word of a line, with no time before it; 0 if it is none. */
  leading(at: number, to: number): number {
    const bytes = this.bytes;
    if (bytes[at] >= 0x80) {
      const translated = this.#translated(at, to);
      return translated !== 0 && bytes[this.to] === COLON ? translated : 0;
    }
    const end = wordEnd(bytes, at, to);
    if (end - at < 3 || end - at > 13) return 0;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) return this.#php(at, end, to);
    this.place(at, end);
    if (number > ERROR && isErrorBehind(bytes, end, to)) {
      this.place(at, end + ERROR_BYTES);
      return number;
    }
    const upper = isUpperWord(bytes, at, end);
    const next = end < to ? bytes[end] : NEWLINE;
    if (next === COLON) {
      // `verbose:      true`: a setting.
      if (isSwitch(bytes, skipBlanks(bytes, end + 1, to), to)) return 0;
      if (upper) return number;
      // Perl's `Log::Report::report(…) at a.pl line 12`
      if (bytes[end + 1] === COLON) return 0;
      // "Error: …" is what an exception says of itself.
      if (isCapitalised(bytes, at, end)) return number === ERROR ? 0 : number;
      return isRareName(bytes, at, end) && !isText(bytes, at, end, "fail") ? 0 : number;
    }
    // rustc's `error[E0308]: message`
    if (next === OPEN && (upper || isUpper(bytes[end + 1]))) return number;
    if (!upper) return next === PAREN ? this.#scoped(end, to, number) : 0;
    const isBeforeDate = isBlank(next) && isTimeAt(bytes, end + 1, to);
    if (!isBlank(next) && next !== BAR) return 0;
    // Wails' `INF | message`
    const isBarred = bytes[end + 1] === BAR && end + 2 < to && isBlank(bytes[end + 2]);
    // React Native's `LOG  message`
    const isWide = isText(bytes, at, to, "LOG  ");
    return isBeforeDate || isBarred || isWide || !isRareName(bytes, at, end) ? number : 0;
  }

  /** Zig's `info(scope): message`; `open` is where the parenthesis stands. */
  #scoped(open: number, to: number, number: number): number {
    const bytes = this.bytes;
    const close = tokenEnd(bytes, open, to) - 2;
    if (close <= open + 1 || bytes[close] !== CLOSE_PAREN || bytes[close + 1] !== COLON) return 0;
    return isName(bytes, open + 1, close) ? number : 0;
  }

  /**
   * The severity in a bracket: alone, padded, before a time, or after a module (`core:error`). Sets
   * from, to and wholeTo; 0 if there is none.
   */
  inBracket(from: number, to: number, mixed: boolean): number {
    const bytes = this.bytes;
    this.name(from, from);
    let start = skipBlanks(bytes, from, to);
    if (bytes[start] === DASH && bytes[to - 1] === DASH) {
      // spdlog's manual: `[---I---]`
      while (start < to && bytes[start] === DASH) start++;
      while (to > start && bytes[to - 1] === DASH) to--;
    }
    // loguru's `[{level.icon} {level}]`
    start = behindIcon(bytes, start, to, true);
    const wordTo = wordEnd(bytes, start, to);
    const translated = bytes[wordTo] >= 0x80 && wordTo < to ? severityOfName(bytes, start, to) : 0;
    if (translated !== 0) {
      this.place(start, to);
      return translated;
    }
    // eksctl's `[ℹ]`
    const isSign = wordTo === start && (bytes[start] >= 0x80 || bytes[start] === 0x21);
    const sign = isSign ? severityOfSign(bytes, start, to) : 0;
    const end = sign === 0 ? wordTo : to;
    // DotNetNuke's `[D:2][T:12][INFO]`: Poco's `[D:0]` has no other severity behind it.
    const isNumbered = end === start + 1 && bytes[end] === COLON && isNumber(bytes, end + 1, to) &&
      isBeforeNamed(bytes, to);
    const number = isNumbered ? 0 : sign === 0 ? severityOfCell(bytes, start, end, to) : sign;
    const rest = skipBlanks(bytes, end, to);
    if (number !== 0) {
      const isUpperCase = isUpperWord(bytes, start, end);
      // Oracle's `[NOTIFICATION:16]`, OpenCV's `[ INFO:0@1.123]` of a thread and the seconds since the start
      if (
        isUpperCase && bytes[end] === COLON &&
        (isNumber(bytes, end + 1, to) || isThreadAndUptime(bytes, end + 1, to))
      ) {
        this.place(start, end, to);
        return number;
      }
      if (rest === to || (mixed && isDividing(bytes[end]))) {
        if (rest < to && !isUpperCase) return 0;
        // lldpd's `[INFO/main]`
        if (bytes[end] === SLASH && isName(bytes, end + 1, to)) this.name(end + 1, to);
        this.place(start, severityOfWord(bytes, rest, to) === 0 ? end : to);
        return number;
      }
      // mautrix' `[INFO@bridge.db]`, monad-logger's `[Info#Bridge.Db]`
      const isNamed = bytes[end] === AT ? isUpperCase : bytes[end] === HASH && isUpper(bytes[start]);
      if (mixed && isNamed && isName(bytes, end + 1, to)) {
        this.name(end + 1, to);
        this.place(start, end, to);
        return number;
      }
    }
    return mixed && rest < to ? this.#lastInBracket(start, end, rest, to) : 0;
  }

  /** The severity that ends a bracket, behind a name that ends at `end`; `rest` stands behind the blanks there. */
  #lastInBracket(start: number, end: number, rest: number, to: number): number {
    const bytes = this.bytes;
    if (isUpper(bytes[to - 1])) {
      // stellar's `[Ledger INFO]`
      const word = upperStart(bytes, start, to);
      const isSecond = isBlank(bytes[end]) && word === rest && isName(bytes, start, end);
      const number = isSecond ? severityOfWord(bytes, word, to) : 0;
      if (number !== 0) {
        this.name(start, end);
        this.place(word, to);
        return number;
      }
      const behindSlash = this.#behindSlash(start, to);
      if (behindSlash !== 0) return behindSlash;
    }
    if (!isJoining(bytes[end]) && bytes[end] !== UNDERSCORE) return 0;
    // module:level, channel.LEVEL, module#level, `[:error]` of a module of Apache that has no name
    let joint = isDigit(bytes[to - 1]) ? to - 2 : to - 1;
    while (joint > start && isLetter(bytes[joint])) joint--;
    const number = isJoining(bytes[joint]) ? severityOfWord(bytes, joint + 1, to) : 0;
    const isNameless = joint === start && bytes[joint] === COLON;
    if (number === 0 || !(isNameless || isName(bytes, start, joint))) return 0;
    // `[shop.config] message`, `[shop.error][INFO] message`: the last part of a logger's name.
    const isRare = bytes[joint] === DOT && isRareName(bytes, joint + 1, to) && !isUpper(bytes[to - 1]);
    if (isRare || isBeforeSeverity(bytes, to + 1)) return 0;
    this.name(start, joint);
    this.place(joint + 1, to);
    return number;
  }

  /**
   * The severity that is the bare token at `at`; `direct` when a time or a divider stands before it. Sets
   * from, to and wholeTo; weak if it may as well be a word of the message; 0 if there is none.
   */
  bare(at: number, to: number, direct: boolean): number {
    const bytes = this.bytes;
    this.weak = false;
    // loguru's `{level.icon}{level}`
    if (bytes[at] >= FIRST_ICON) at = behindIcon(bytes, at, to);
    this.nameFrom = this.nameTo = at;
    let end = at;
    while (end < to && (isLetter(bytes[end]) || (end > at && isDigit(bytes[end])))) end++;
    const next = end < to ? bytes[end] : NEWLINE;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) {
      const translated = next >= 0x80 ? this.#translated(at, to) : 0;
      if (translated !== 0 && (direct || bytes[this.to] === COLON)) return translated;
      if (next === PAREN && direct) return this.#stepped(at, to);
      return JOINTS.has(next) || next === UNDERSCORE ? this.#channel(at, to, direct) : this.#php(at, end, to);
    }
    const offset = this.#offset(end, to);
    if (offset !== 0 && direct && isUpperWord(bytes, at, end)) {
      this.place(at, end + 2);
      return Math.min(24, Math.max(1, number + offset));
    }
    if (
      !isBlank(next) && next !== COLON && next !== BAR && next !== NEWLINE && next !== COMMA &&
      next !== CLOSE && next !== OPEN && next !== GREATER && next !== PAREN &&
      !(next === SEMICOLON && direct) && !isBoxBar(bytes, end)
    ) {
      return next === DOT ? this.#channel(at, to, direct) : next === UNDERSCORE ? this.#constant(at, to) : 0;
    }
    if (next === OPEN && end + 1 < to && bytes[end + 1] !== SPACE && !isUpperWord(bytes, at, end)) return 0;
    this.place(at, end);
    if (number > ERROR && isErrorBehind(bytes, end, to)) {
      this.place(at, end + ERROR_BYTES);
      return number;
    }
    if (isUpperWord(bytes, at, end)) {
      if (direct || !isRareName(bytes, at, end)) {
        const plain = next !== COLON && next !== BAR && isRareWord(bytes, at, end);
        if (!plain || (end + 1 < to && bytes[end + 1] === OPEN)) return number;
        // Padded, with a divider behind; or in a column, padded on both sides or, as Nest's `    LOG message`, far on its left.
        const sign = skipBlanks(bytes, end, to);
        if (sign >= to) return 0;
        const isPadded = direct && isText(bytes, at - 2, at, "  ");
        const isInColumn = isPadded && (sign - end > 1 || isText(bytes, at - 4, at, "    "));
        return bytes[sign] === BAR || isInColumn ? number : 0;
      }
      return next === COLON && !isNote(bytes, at, end) ? number : 0;
    }
    if (!direct) return 0;
    if (next === COLON) return isNote(bytes, at, end) ? 0 : number;
    if (next !== SPACE) return number;
    const after = end + 1 < to ? bytes[end + 1] : NEWLINE;
    // go-zero's ` slow ` between tabs
    if (after === TAB && bytes[at - 2] === TAB) return number;
    if (
      after === SPACE || after === TAB || after === BAR || after === OPEN ||
      ((after === DASH || after === COLON) && bytes[end + 2] === SPACE)
    ) return isRareName(bytes, at, end) ? 0 : number;
    if (isRareName(bytes, at, end)) return 0;
    if (number < WARN && number !== NOTICE) return number;
    // "error connecting to …" may be a sentence: severe all the same, and the body keeps it.
    if (number === WARN && end - at === 4) return number;
    // `error Failed to connect`: a sentence begins behind it.
    if (isUpper(after) && isLower(bytes[end + 2])) return number;
    this.weak = true;
    return number;
  }

  /** `INFORMACIÓN `, `警告:`, a name with letters other than ASCII's. */
  #translated(at: number, to: number): number {
    const bytes = this.bytes;
    const end = severityNameEnd(bytes, at, to);
    const next = end < to ? bytes[end] : NEWLINE;
    const number = isBlank(next) || next === COLON || next === BAR ? severityOfName(bytes, at, end) : 0;
    if (number !== 0) this.place(at, end);
    return number;
  }

  /** zap's `Level(-2)` between tabs. */
  #stepped(at: number, to: number): number {
    const bytes = this.bytes;
    const end = tokenEnd(bytes, at, to);
    const number = bytes[end] === TAB ? severityOfWord(bytes, at, end) : 0;
    if (number !== 0) this.place(at, end);
    return number;
  }

  /** `LOG_INFO ` of quill, and of those who write syslog's constants. */
  #constant(at: number, to: number): number {
    const bytes = this.bytes;
    const end = tokenEnd(bytes, at, to);
    const number = isText(bytes, at, end, "LOG_") ? severityOfWord(bytes, at + 4, end) : 0;
    if (number === 0) return 0;
    this.place(at + 4, end);
    return number;
  }

  /** The step `+2`, `-4` from a name's number that Go's slog writes at `at`, 0 if there is none. */
  #offset(at: number, to: number): number {
    const bytes = this.bytes;
    const digit = at + 2 < to && isBlank(bytes[at + 2]) ? bytes[at + 1] - 48 : 0;
    if (digit < 1 || digit > 9) return 0;
    return bytes[at] === 0x2b ? digit : bytes[at] === DASH ? -digit : 0;
  }

  /** `Server thread/INFO`: a thread and the severity. */
  #behindSlash(from: number, to: number): number {
    const bytes = this.bytes;
    const slash = upperStart(bytes, from + 1, to) - 1;
    if (slash === from || bytes[slash] !== SLASH) return 0;
    const number = severityOfWord(bytes, slash + 1, to);
    if (number === 0) return 0;
    this.name(from, slash);
    this.place(slash + 1, to);
    return number;
  }

  /** The severity, in any case, that a colon follows directly; 0 if none does. Sets from, to and wholeTo. */
  beforeColon(at: number, to: number): number {
    const number = this.bare(at, to, true);
    if (number === 0 || this.to >= to) return 0;
    // `{shop.db} info : message`
    const isApart = this.wholeTo === this.to && isText(this.bytes, this.to, to, " : ");
    return this.bytes[this.to] === COLON || isApart ? number : 0;
  }

  /** `app.ERROR: ` of Monolog, `app-ERROR [app.py:12]`, `db/INFO `: the channel and the severity. */
  #channel(at: number, to: number, direct: boolean): number {
    const bytes = this.bytes;
    let end = tokenEnd(bytes, at, Math.min(to, at + 80));
    if (end - at < 5) return 0;
    const isLabel = bytes[end - 1] === COLON;
    if (isLabel) end--;
    const sign = upperStart(bytes, at + 1, end) - 1;
    const isSlash = bytes[sign] === SLASH && direct && end < to && sign - at > 1 && isLower(bytes[at]);
    const isDash = bytes[sign] === DASH && isText(bytes, end, to, " [");
    if (!(isLabel ? JOINTS.has(bytes[sign]) : isSlash || isDash) || sign === at || !isName(bytes, at, sign)) {
      return 0;
    }
    const number = severityOfWord(bytes, sign + 1, end);
    if (number === 0) return 0;
    this.name(at, sign);
    this.place(sign + 1, end);
    return number;
  }

  /** `PHP Warning:  ` and its kin. */
  #php(at: number, end: number, to: number): number {
    const bytes = this.bytes;
    if (end - at !== 3 || !isText(bytes, at, to, "PHP ")) return 0;
    let colon = at + 4;
    while (colon < to && colon < at + 40 && (isLetter(bytes[colon]) || bytes[colon] === SPACE)) colon++;
    if (colon >= to || bytes[colon] !== COLON) return 0;
    this.place(at + 4, colon);
    if (
      isText(bytes, at + 4, colon, "Fatal") || isText(bytes, at + 4, colon, "Core") ||
      isText(bytes, at + 4, colon, "Compile")
    ) return FATAL;
    if (isText(bytes, at + 4, colon, "Parse") || isText(bytes, at + 4, colon, "Recoverable")) return ERROR;
    if (isText(bytes, at + 4, colon, "Deprecated")) return NOTICE;
    return severityOfWord(bytes, at + 4, colon);
  }
}

/** The severity of the word or the letter [from, to) that begins a bracket, which ends at `close`; 0 if it is none. */
function severityOfCell(bytes: Uint8Array, from: number, to: number, close: number): number {
  const number = severityOfWord(bytes, from, to);
  if (number !== 0) return number;
  // MySQL's messages of the system, as its own JSON numbers them.
  if (isText(bytes, from, close, "System") && isText(bytes, close, close + 5, "] [MY")) return INFO;
  // X.Org's `(II)`
  const isLetterAlone = to === from + 1 || (to === from + 2 && bytes[from] === bytes[from + 1]);
  return isLetterAlone && isUpper(bytes[from]) ? severityOfLetter(bytes[from]) : 0;
}

/** What stands in a bracket behind a severity that begins it. */
function isDividing(byte: number): boolean {
  return isBlank(byte) || byte === COLON || byte === DASH || byte === BAR || byte === SLASH;
}

/** What joins a module and its severity. */
function isJoining(byte: number): boolean {
  return byte === COLON || byte === DOT || byte === HASH;
}

/** `0@1.123` */
function isThreadAndUptime(bytes: Uint8Array, from: number, to: number): boolean {
  const at = findByte(bytes, from, to, AT);
  return at > from && isNumber(bytes, from, at) && isDecimal(bytes, at + 1, to);
}
