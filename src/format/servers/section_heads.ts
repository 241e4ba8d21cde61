import { DAY, DIGIT, PID, type ServerHead, THREAD } from "./server_head.ts";
import { findByte, isNumber, isUpper, lettersEnd, skipBlanks, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const TAB = 0x09,
  NEWLINE = 0x0a,
  QUOTE = 0x22,
  DASH = 0x2d,
  SLASH = 0x2f,
  COLON = 0x3a,
  SEMICOLON = 0x3b,
  BAR = 0x7c;
/** Digits of the fractions of a second that Windows' traces have. */
const TRACE_TIME = 27;

/** Records of several lines that a line of their own ends, and tables without a header; see `HEADS`. */
export const SECTION_HEADS: readonly ServerHead[] = [
  // OSSEC's and Wazuh's alerts: `** Alert 1795161601.4242: - groups,`, when and where in the second line, then the rule
  {
    begins: "*",
    mark: "** Alert ",
    at: 0,
    until: "",
    then: ["2"],
    head: String
      .raw`\*\* Alert (?<time>\d{10})\.(?<log__record__sequence>\d+):[^\n]*?- (?<rule__groups>[^\n]*?),?\n` +
      String
        .raw`\d{4} [A-Z][a-z]{2} \d\d [\d:]{8} (?:\((?<agent__name>[^)\n]*)\) )?(?:(?<host>[^\n]*?)->)?(?<log__file__path>[^\n]*)\n` +
      String.raw`(?<body>Rule: (?<event__id>\d+) \(level (?<rule__level>\d+)\)[^]*)`,
  },
  // Snort's full alerts: `[**] [1:1000001:1] message [**]`, its class and priority, then the time and the packet
  {
    begins: "[",
    mark: "[**] [",
    at: 0,
    until: "",
    then: ["[Classification: ", "[Priority: "],
    head: String.raw`(?<body>\[\*\*\] \[(?<event__id>\d+:\d+:\d+)\] [^\n]*\n` +
      String.raw`(?:\[Classification: (?<classification>[^\]\n]*)\] )?\[Priority: (?<priority>\d+)\] *\n` +
      String.raw`(?<time>\d\d/\d\d(?:/\d\d)?-[\d:]{8}\.\d+) [^]*)`,
  },
  // Windows' installations of devices: `>>>  [Device Install - …]` up to `<<<  [Exit status: SUCCESS]`
  {
    begins: ">",
    mark: ">>>  [",
    at: 0,
    until: "<<<  [Exit ",
    then: [">>>  "],
    head: String.raw`(?<body>>>>  \[[^\n]*\n>>>  (?:Section start )?(?<time>${DAY} [\d:]{8}\.\d+)[^]*\n` +
      String.raw`<<<  \[Exit [Ss]tatus: ?(?<severity>\w+)[^\n]*)`,
  },
  // What MinIO says of errors: `API: …`, `Time: 08:00:01 UTC 11/20/2026`, more of its names, `Error: message`, frames
  {
    begins: "A",
    mark: "API: ",
    at: 0,
    until: "",
    then: ["Time: "],
    head: String.raw`(?<body>API: (?<api__name>[^\n]*)\nTime: (?<time>[\d:]+ [A-Z]+ [\d/]+)\n` +
      String.raw`(?:DeploymentID: (?<deployment__id>[^\n]*)\n)?(?:RequestID: (?<request__id>[^\n]*)\n)?` +
      String.raw`(?:RemoteHost: (?<client__address>[^\n]*)\n)?(?:Host: (?<server__address>[^\n]*)\n)?` +
      String.raw`(?:UserAgent: (?<user_agent__original>[^\n]*)\n)?(?:(?<severity>Error): )?[^]*)`,
  },
  // ModSecurity's transactions: `--a1b2c3d4-A--` up to `--a1b2c3d4-Z--`
  {
    begins: "-",
    mark: "-A--",
    isHers: (bytes, from) => bytes[from + 1] === DASH,
    untilEnd: "-Z--",
    then: ["["],
    head: String
      .raw`(?<body>--[0-9a-zA-Z]+-A--\n\[(?<time>[^\]\n]+)\] (?<request__id>\S+) (?<client__address>\S+) ` +
      String.raw`(?<client__port>\d+) (?<server__address>\S+) (?<server__port>\d+)[^]*)`,
  },
  // Windows Update: `2026/11/20 08:00:01.1234567 4120  8812  Agent           message`, a number of seven digits
  {
    begins: DIGIT,
    mark: "/",
    at: 4,
    next: DIGIT,
    isHers: isTrace,
    head: String
      .raw`(?<time>${DAY} [\d:]{8}\.\d{7}) ${PID} +${THREAD} +(?<otel__scope__name>\w+) +(?<body>.*)`,
    isEnvelope: true,
  },
  // before, by tabs: `2026-11-20	08:00:01:123	 920	1a4c	Agent	message`
  {
    begins: DIGIT,
    mark: "\t",
    at: 10,
    isHers: (bytes, from, to) => bytes[from + 23] === TAB && isDigit(bytes[skipBlanks(bytes, from + 23, to)]),
    head: String.raw`(?<time>${DAY}\t[\d:]{8}:\d{3})\t *${PID}\t(?<thread__id>[0-9a-f]+)\t` +
      String.raw`(?<otel__scope__name>\w+)\t(?<body>.*)`,
    isEnvelope: true,
  },
  // Windows' events as PowerShell shows them in a table: `11/20/2026 8:00:01 AM    7036 Information      message`
  {
    begins: DIGIT,
    mark: "  ",
    isHers: isNumberBeforeWord,
    head: String.raw`(?<time>[\d/.-]+ +[\d:]+(?: [AP]M)?) +(?<event__id>\d+) ` +
      String.raw`(?<severity>Information|Error|Warning|Critical|Verbose) +(?<body>.*)`,
  },
  // What boards log by themselves, as ipmitool lists it: `   1 | 11/20/2026 | 08:00:01 | Fan #0x42 | Failure detected | Asserted`
  {
    begins: " " + DIGIT + "abcdef",
    mark: " | ",
    isHers: isNumberedDay,
    head: String
      .raw` *(?<log__record__sequence>[0-9a-f]+) \| (?<time>\d\d/\d\d/\d{2,4} \| [\d:]{8}(?: [A-Z]{3,4})?) \| ` +
      String.raw`(?<body>(?<sensor>[^|]{0,120}?) {0,120}\|.*)`,
  },
  // Papertrail's archives, ten cells between tabs: its ids, two times, host, address, facility, severity, program, message
  {
    begins: DIGIT,
    mark: "\t",
    isHers: isDayBehindId,
    head: String
      .raw`(?<log__record__id>\d+)\t(?<time>\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| ?[+-]\d\d:?\d\d))\t[^\t]+\t\d+\t(?<host>[^\t]*)\t` +
      String.raw`(?<server__address>[^\t]*)\t(?<syslog__facility>\w+)\t(?<severity>\w+)\t` +
      String.raw`(?<service>[^\t[]*)(?:\[${PID}\])?[^\t]*\t(?<body>.*)`,
    isEnvelope: true,
  },
  // What Cloudflare's workers did, as wrangler tails it: `GET https://shop.example/a - Ok @ 11/20/2026, 8:00:01 AM`
  {
    begins: "GPHDOC",
    mark: " @ ",
    also: " http",
    head: String.raw`(?<body>(?<http__request__method>[A-Z]+) (?<url__original>https?://\S+) - ` +
      String.raw`(?<severity>Ok|Canceled|[A-Z]\w+(?: \w+)+)) @ (?<time>[\d/]+, [\d:]+ [AP]M)$`,
    severities: new Map([
      ["Ok", 9],
      ["Canceled", 13],
      ["Exception Thrown", 17],
      ["Exceeded CPU Limit", 17],
      ["Exceeded Memory Limit", 17],
    ]),
  },
  // Redshift's connections: `authenticated |Fri, 20 Nov 2026 08:00:01:123|10.0.0.5 |50100 |4242|dev |app |…`
  {
    begins: "abcdefghijklmnopqrstuvwxyz",
    mark: " |",
    also: ":",
    isHers: (bytes, from, to) => isWeekdayBehindBar(bytes, from, to),
    head: String
      .raw`(?<body>[a-z][a-z ]*\|(?<time>[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8}:\d{3})\|(?<client__address>[^|]{0,120}?) {0,120}\|` +
      String
        .raw`(?<client__port>\d*) *\|${PID} *\|(?<db__namespace>[^|]{0,120}?) {0,120}\|(?<user__name>[^|]{0,120}?) {0,120}\|.*)`,
  },
  // and those of `Get-EventLog`: `   13577 Nov 20 08:00  Information Service Control M...   1073748860 message`
  {
    begins: " " + DIGIT,
    mark: "  ",
    isHers: isNumberBeforeMonth,
    head: String.raw` *(?<log__record__sequence>\d+) (?<time>[A-Z][a-z]{2} \d\d \d\d:\d\d)  ` +
      String.raw`(?:(?<severity>Information|Error|Warning|SuccessAudit|FailureAudit)|0) +` +
      String.raw`(?<otel__scope__name>\S.{0,19}?) +(?<InstanceId>\d+) (?<body>.*)`,
    severities: new Map([["SuccessAudit", 9], ["FailureAudit", 13]]),
  },
  // .NET's DelimitedListTraceListener: `"source";Warning;31;"message";;42;"";"1";"2026-11-20T08:00:01.1234567Z";12;`
  {
    begins: '"',
    mark: '";',
    isHers: isTraced,
    head: String
      .raw`"(?<otel__scope__name>(?:[^"]|"")*)";(?:(?<severity>Critical|Error|Warning|Information|Verbose)|` +
      String
        .raw`(?<event__name>Start|Stop|Suspend|Resume|Transfer));(?<event__id>\d+);(?:"(?<body>(?:[^"]|"")*)")?;` +
      String.raw`(?:"(?<data>(?:[^"]|"")*)")?;${PID}?;(?:"[^"]*")?;(?:"(?<thread__id>[^"]*)")?;` +
      String.raw`(?:"(?<time>[^"]*)")?;\d*;(?:"(?<exception__stacktrace>[^"]*)")?`,
  },
  // PowerShell's transcripts: what begins them, their commands and what ends them, between two lines of stars
  {
    begins: "*",
    mark: "*".repeat(22),
    at: 0,
    isHers: (bytes, from, to) => from + 22 === to || bytes[from + 22] === NEWLINE,
    until: "*".repeat(22),
    then: ["PowerShell transcript ", "Windows PowerShell transcript ", "Command start time: "],
    head: String.raw`(?<body>\*{22}\n[^]*?(?:Start|End|Command start) time: (?<time>\d{14})\n[^]*)`,
  },
  // Enterprise Library: a property a line between two lines of dashes
  {
    begins: "-",
    mark: "-".repeat(40),
    at: 0,
    isHers: (bytes, from, to) => from + 40 === to || bytes[from + 40] === NEWLINE,
    untilEnd: "-".repeat(40),
    then: ["Timestamp: "],
    head: String.raw`-{40}\nTimestamp: (?<time>[^\n]+)\n{1,3}Message: (?<body>[^]*?)\n{1,3}` +
      String.raw`Category: (?<otel__scope__name>[^\n]*)\n{1,3}Priority: (?<priority>[^\n]*)\n{1,3}` +
      String
        .raw`EventId: (?<event__id>[^\n]*)\n{1,3}Severity: (?<severity>\w+)\n{1,3}Title: ?(?<title>[^\n]*)\n{1,3}` +
      String.raw`Machine: (?<host>[^\n]+)\n{1,3}App Domain: (?<app__domain>[^\n]*)\n{1,3}` +
      String
        .raw`ProcessId: (?<process__pid>[^\n]*)\n{1,3}Process Name: (?<process__executable__path>[^\n]*)\n{1,3}` +
      String.raw`Thread Name: ?(?<thread__name>[^\n]*)\n{1,3}Win32 ThreadId: ?(?<thread__id>[^\n]*)\n{1,3}` +
      String.raw`Extended Properties: ?(?<extended__properties>[^]*?)\n*-{40}$`,
  },
];

function isTrace(bytes: Uint8Array, from: number, to: number): boolean {
  const thread = skipBlanks(bytes, tokenEnd(bytes, from + TRACE_TIME + 1, to), to);
  return bytes[from + TRACE_TIME] === SPACE && isDigit(bytes[thread]);
}

/** `";Warning;31;` */
function isTraced(bytes: Uint8Array, from: number, to: number): boolean {
  const word = findByte(bytes, from, to, SEMICOLON) + 1;
  if (word === 0 || bytes[word - 2] !== QUOTE) return false;
  const end = lettersEnd(bytes, word, to);
  return end - word > 3 && bytes[end] === SEMICOLON && isDigit(bytes[end + 1]);
}

/** A number, and a month with its day behind a blank: `13577 Nov 20 `. */
function isNumberBeforeMonth(bytes: Uint8Array, from: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to);
  const at = digitsEnd(bytes, start, to);
  return at > start && bytes[at] === SPACE && isUpper(bytes[at + 1]) && bytes[at + 4] === SPACE &&
    bytes[at + 10] === COLON;
}

/** A number, a tab and a day. */
function isDayBehindId(bytes: Uint8Array, from: number, to: number): boolean {
  const at = digitsEnd(bytes, from, to);
  return bytes[at] === TAB && bytes[at + 5] === DASH && bytes[at + 8] === DASH;
}

/** Behind a day, a clock and two blanks or more a number, and a word with a capital. */
function isNumberBeforeWord(bytes: Uint8Array, from: number, to: number): boolean {
  let at = skipBlanks(bytes, tokenEnd(bytes, from, to), to);
  const clock = tokenEnd(bytes, at, to);
  if (bytes[clock - 3] !== COLON) return false;
  at = skipBlanks(bytes, clock, to);
  if (bytes[at + 1] === 0x4d) at = skipBlanks(bytes, at + 2, to);
  const number = tokenEnd(bytes, at, to);
  return bytes[at - 2] === SPACE && isNumber(bytes, at, number) && isUpper(bytes[number + 1]);
}

/** A number, and behind a bar a day with slashes. */
function isNumberedDay(bytes: Uint8Array, from: number, to: number): boolean {
  const number = skipBlanks(bytes, from, to);
  const bar = tokenEnd(bytes, number, to) + 1;
  return bytes[bar] === BAR && bytes[bar + 4] === SLASH && isDigit(bytes[bar + 2]);
}

/** Small letters and blanks, a bar, and a day of the week. */
function isWeekdayBehindBar(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && ((bytes[at] >= 0x61 && bytes[at] <= 0x7a) || bytes[at] === SPACE)) at++;
  return bytes[at] === BAR && bytes[at + 4] === 0x2c;
}
