import { CLOCK, DIGIT, PID, type ServerHead, THREAD, TIME } from "./server_head.ts";
import { behindTime } from "./server_marks.ts";
import { isUpper, skipBlanks, SPACE } from "../text/text_tokens.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const COLON = 0x3a, DASH = 0x2d, DOT = 0x2e, CLOSE = 0x29, SLASH = 0x2f;
const LETTERS_OF_SEVERITIES = "VDIWEFA";
/** Digits of the seconds of an epoch: an uptime has fewer. */
const EPOCH_DIGITS = 10;

/** What Android's logcat prints in its other formats, and Android Studio; see `HEADS`. */
export const MOBILE_HEADS: readonly ServerHead[] = [
  // `-v process` and `-v thread`: `I( 1200) message  (Tag)`, `I( 1200: 1300) message`
  {
    begins: LETTERS_OF_SEVERITIES,
    mark: "(",
    at: 1,
    isHers: isProcessInParentheses,
    head: String.raw`(?<severity>[${LETTERS_OF_SEVERITIES}])\( *${PID}(?:: *${THREAD})?\) ` +
      String.raw`(?<body>.*?)(?: {2}\((?<otel__scope__name>[^()]+)\))? *$`,
  },
  // `-v long`, the message in the lines below: `[ 11-20 08:00:01.123  1200: 1300 I/Tag ]`
  {
    begins: "[",
    mark: " ]",
    isHers: (bytes, from) => bytes[from + 1] === SPACE && isDigit(bytes[from + 2]),
    head: String.raw`\[ (?<time>(?:\d{4}-)?\d\d-\d\d ${CLOCK}(?: [+-]\d{4})?) +(?:\w+ *: *)??${PID}: *` +
      String
        .raw`(?<thread__id>\w+) (?<severity>[${LETTERS_OF_SEVERITIES}])/(?<otel__scope__name>.{0,80}?) *\](?:\n|$)(?<body>.*)`,
    isAbove: true,
  },
  // `-v monotonic`: `   312.123  1200  1300 I Tag: message`
  {
    begins: " " + DIGIT,
    mark: ": ",
    isHers: isUptimeBeforeNumbers,
    head:
      String.raw` *(?<log__prefix>\d+\.\d{3,9}) +${PID} +${THREAD} (?<severity>[${LETTERS_OF_SEVERITIES}]) ` +
      String.raw`(?<otel__scope__name>.{0,80}?) {0,40}: (?<body>.*)`,
  },
  // Android Studio: `2026-11-20 08:00:01.123  1200-1300  Tag   com.example.shop   I  message`
  {
    begins: DIGIT,
    mark: "  ",
    next: " " + DIGIT,
    isHers: (bytes, from, to) => signBehindNumbers(bytes, from, to) === SPACE,
    head: String.raw`${TIME} +${PID}-${THREAD} +(?<otel__scope__name>\S.{0,80}?) +(?<service>[\w.:?-]+) +` +
      String.raw`(?<severity>[${LETTERS_OF_SEVERITIES}])  (?<body>.*)`,
  },
  // before: `2026-11-20 08:00:01.123 1200-1300/com.example.shop I/Tag: message`
  {
    begins: DIGIT,
    mark: "/",
    next: " " + DIGIT,
    isHers: (bytes, from, to) => signBehindNumbers(bytes, from, to) === SLASH,
    head: String.raw`(?<time>(?:\d{4}-)?\d\d-\d\d ${CLOCK}) +${PID}-${THREAD}/(?<service>\S+) ` +
      String
        .raw`(?<severity>[${LETTERS_OF_SEVERITIES}])/(?<otel__scope__name>.{0,80}?) {0,40}: (?<body>.*)`,
  },
];

/** Behind the letter numbers alone in parentheses, padded. */
function isProcessInParentheses(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from + 2;
  while (at < to && (isDigit(bytes[at]) || bytes[at] === SPACE || bytes[at] === COLON)) at++;
  return bytes[at] === CLOSE && isDigit(bytes[at - 1]) && bytes[at + 1] === SPACE;
}

/** Seconds of an uptime, behind blanks or not, two numbers and a capital alone. */
export function isUptimeBeforeNumbers(bytes: Uint8Array, from: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to);
  let at = digitsEnd(bytes, start, to);
  if (bytes[at] !== DOT || at === start || at - start >= EPOCH_DIGITS) return false;
  for (let number = 0; number < 3; number++) {
    const digits = number === 0 ? at + 1 : skipBlanks(bytes, at, to);
    for (at = digits; at < to && isDigit(bytes[at]);) at++;
    if (at === digits || bytes[at] !== SPACE) return false;
  }
  return isUpper(bytes[at + 1]) && bytes[at + 2] === SPACE;
}

/** What stands behind the two numbers that a dash joins behind the time, `1200-1300`; 0 if none do. */
function signBehindNumbers(bytes: Uint8Array, from: number, to: number): number {
  const first = skipBlanks(bytes, behindTime(bytes, from, to), to);
  let at = digitsEnd(bytes, first, to);
  if (at === first || bytes[at] !== DASH || !isDigit(bytes[at + 1])) return 0;
  for (at++; at < to && isDigit(bytes[at]);) at++;
  return bytes[at];
}
