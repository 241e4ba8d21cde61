import { CLOCK, DAY, DIGIT, FILE, FUNCTION, LINE, PID, type ServerHead, TIME } from "./server_head.ts";
import { isText, isUpper, skipBlanks, SPACE } from "../text/text_tokens.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const TAB = 0x09, NEWLINE = 0x0a, OPEN = 0x28, DOT = 0x2e, SLASH = 0x2f, COLON = 0x3a, CLOSE = 0x5d;
/** How what Nagios tells of states begins. */
const NAGIOS_WORDS = ["SERVICE ", "HOST ", "CURRENT ", "INITIAL "];

/** Severities by the first digit of a request's status. */
const STATUS_CLASSES = new Map([["1", 9], ["2", 9], ["3", 9], ["4", 13], ["5", 17]]);
/** Severities by syslog's numbers. */
const SYSLOG_LEVELS = new Map([
  ["0", 21],
  ["1", 19],
  ["2", 18],
  ["3", 17],
  ["4", 13],
  ["5", 10],
  ["6", 9],
  ["7", 5],
]);
/** Bytes of the times of MySQL's general log: without a century, in UTC, with an offset. */
const TIME_LENGTHS = [15, 27, 32];
/** Commands of MySQL's protocol, as its general log names them. */
const COMMAND =
  "Connect|Query|Init DB|Quit|Prepare|Execute|Close stmt|Reset stmt|Long Data|Fetch|Field List|" +
  "Statistics|Ping|Change user|Reset connection|Create DB|Drop DB|Refresh|Shutdown|Kill|Sleep|Daemon|Debug|" +
  "Binlog Dump(?: GTID)?|Register Slave|Register Replica|Table Dump|Set option|Bulk_execute|Error|Delayed insert";

/** Heads of what daemons write by default; see `HEADS`. */
export const DAEMON_HEADS: readonly ServerHead[] = [
  // varnishlog: `*   << Request  >> 2`, what the transaction did in a line each, and a blank line
  {
    begins: "*",
    mark: " << ",
    isHers: isTransaction,
    until: "",
    then: ["-"],
    head: String.raw`(?<body>\*+ +<< (?<varnish__transaction>\w+) +>> (?<varnish__vxid>\d+)` +
      String.raw`(?=(?:[^]*? (?:Start: |SessOpen [^\n]* )(?<time>\d{10}\.\d+)(?=\s))?)` +
      String.raw`(?=(?:[^]*? (?:Ber|R)eqMethod +(?<http__request__method>\S+))?)` +
      String.raw`(?=(?:[^]*? (?:Ber|R)eqURL +(?<url__original>\S+))?)` +
      String.raw`(?=(?:[^]*? (?:Ber|R)espStatus +(?<http__response__status_code>\d{3}))?)` +
      String.raw`(?=(?:[^]*\n--? +(?:Ber|R)espStatus +(?<severity>\d))?)[^]*)`,
    severities: STATUS_CLASSES,
  },
  // InnoDB's monitor: a line of `=`, its time and name between two, and sections up to its end
  {
    begins: "=",
    mark: "=====",
    at: 0,
    isHers: isMonitor,
    untilEnd: "\n============================",
    then: ["2"],
    head: String
      .raw`(?<body>=+\n(?<time>\d{4}-\d\d-\d\d [\d:]{8}) 0x(?<thread__id>[0-9a-f]+) INNODB MONITOR OUTPUT\n[^]*)`,
  },
  // MySQL's general log: `2026-11-20T08:00:01.123456Z<tab>    8 Query<tab>select 1`; before 5.7 and of MariaDB
  // `261120  8:00:01<tab>     3 Query<tab>select 1`, without the time where it is that of the line before
  {
    begins: DIGIT + "\t",
    mark: "\t",
    isHers: isCommand,
    head:
      String.raw`(?:(?<time>\d{6} [ \d]\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))\t|\t\t) *` +
      String.raw`(?<connection__id>\d+) (?<body>(?<db__operation__name>${COMMAND})(?:\t[^]*)?)$`,
    holdsTime: true,
    isTyped: true,
  },
  // librdkafka: `%7|1795161601.123|FACILITY|rdkafka#consumer-1| [thrd:main]: message`
  {
    begins: "%",
    mark: "|",
    at: 2,
    head: String
      .raw`%(?<severity>[0-7])\|(?<time>\d{10}\.\d{3})\|(?<event__id>[A-Z_]+)\|(?<otel__scope__name>[^|]+)\| ` +
      String.raw`(?:\[thrd:(?<thread__name>[^\]]+)\]: )?(?<body>.*)`,
    severities: SYSLOG_LEVELS,
  },
  // Redis and Valkey, when they are told to end: `4242:signal-handler (1795161601) message`
  {
    begins: DIGIT,
    mark: ":signal-handler (",
    head: String.raw`${PID}:(?<thread__name>signal-handler) \((?<time>\d{10})\) (?<body>.*)`,
  },
  // CouchDB: `[notice] 2026-11-20T08:00:01.123456Z couchdb@127.0.0.1 <0.212.0> 3f1a2b3c4d message`, `--------` for no request
  {
    begins: "[",
    mark: "] 20",
    isHers: (bytes, from) => bytes[from + 1] >= 0x61,
    head: String.raw`\[(?<severity>[a-z]+)\] (?<time>${DAY}T${CLOCK}Z) (?<service__instance__id>\S+@\S+) ` +
      String.raw`(?:<(?<thread__id>[\d.]+)>|\w+) (?:-{8}|(?<request__id>[0-9a-f]{10})) (?<body>.*)`,
  },
  // Pi-hole's FTL: `[2026-11-20 08:00:01.123 42M] INFO: message`, threads `42/T43`, forks `42/F44`
  {
    begins: "[",
    mark: "] ",
    isHers: isPihole,
    head: String
      .raw`\[${TIME} ${PID}(?:M|/T(?<thread__id>\d+)|/F\d+)\] ` +
      String.raw`(?:(?<severity>[A-Z]+)(?: in (?<otel__scope__name>[\w ]+))?: )?(?<body>.*)`,
  },
  // Nagios, Naemon: `[1795161601] SERVICE ALERT: web-1;HTTP;CRITICAL;SOFT;1;output`: its state tells how grave it is
  {
    begins: "[",
    mark: "] ",
    isHers: isNagios,
    head: String
      .raw`\[(?<time>\d{10})\] (?<body>(?:CURRENT |INITIAL )?(?:SERVICE|HOST) [A-Z ]+: (?:[^;]*;){1,3}?` +
      String.raw`(?<severity>OK|UP|WARNING|UNKNOWN|CRITICAL|DOWN|UNREACHABLE|STARTED|STOPPED|CANCELLED);.*)`,
    severities: new Map([
      ["OK", 9],
      ["UP", 9],
      ["STARTED", 9],
      ["STOPPED", 9],
      ["CANCELLED", 9],
      ["WARNING", 13],
      ["UNKNOWN", 13],
      ["CRITICAL", 17],
      ["DOWN", 17],
      ["UNREACHABLE", 17],
    ]),
  },
  // Kamailio and OpenSIPS in the foreground: ` 0(42) ERROR: <core> [core/tcp_main.c:12]: tcp_init(): message`
  {
    begins: " " + DIGIT,
    mark: ") ",
    isHers: isWorkers,
    head: String.raw` *(?<worker__id>\d+)\(${PID}\) (?<severity>[A-Z]+): ` +
      String.raw`(?:(?<otel__scope__name>\S+) \[${FILE}:${LINE}\]: (?:${FUNCTION}\(\): )?)?(?<body>.*)`,
  },
];

/** `[1795161601] SERVICE `, `[1795161601] CURRENT HOST ` */
function isNagios(bytes: Uint8Array, from: number, to: number): boolean {
  const word = from + 13;
  return bytes[from + 11] === CLOSE &&
    NAGIOS_WORDS.some((start) => isText(bytes, word, to, start));
}

/** A day, a clock with milliseconds, and perhaps a zone, before a process and what it is. */
function isPihole(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from + 25;
  if (bytes[from + 20] !== DOT || bytes[from + 24] !== SPACE) return false;
  while (isUpper(bytes[at])) at++;
  if (bytes[at] === SPACE) at++;
  const end = digitsEnd(bytes, at, to);
  return end > at && (bytes[end] === SLASH || isText(bytes, end, to, "M] "));
}

/** `*   << Request  >> 2`. */
function isTransaction(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (bytes[at] === 0x2a) at++;
  return isText(bytes, skipBlanks(bytes, at, to), to, "<< ");
}

/** Its name ends the second line, if that has come. */
function isMonitor(bytes: Uint8Array, from: number, to: number): boolean {
  const second = bytes.indexOf(NEWLINE, from) + 1;
  if (second === 0 || second >= to) return true;
  const end = bytes.indexOf(NEWLINE, second);
  const name = " INNODB MONITOR OUTPUT";
  const nameTo = end < 0 ? to : Math.min(to, end);
  return isText(bytes, nameTo - name.length, nameTo, name);
}

/** Behind a time that a tab ends, or two tabs: blanks, a number and a capital. */
function isCommand(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from + 1;
  if (bytes[from] !== TAB) at = from + (TIME_LENGTHS.find((length) => bytes[from + length] === TAB) ?? 0);
  if (bytes[at] !== TAB) return false;
  const number = skipBlanks(bytes, at + 1, to);
  at = digitsEnd(bytes, number, to);
  return at > number && bytes[at] === SPACE && isUpper(bytes[at + 1]);
}

/** ` 0(4242) ERROR: `: a number, another in parentheses, and capitals with a colon. */
export function isWorkers(bytes: Uint8Array, from: number, to: number): boolean {
  const worker = skipBlanks(bytes, from, to);
  let at = digitsEnd(bytes, worker, to);
  if (at === worker || bytes[at] !== OPEN || !isDigit(bytes[at + 1])) return false;
  at = digitsEnd(bytes, at + 1, to);
  if (!isText(bytes, at, to, ") ") || !isUpper(bytes[at + 2])) return false;
  for (at += 2; at < to && isUpper(bytes[at]);) at++;
  return bytes[at] === COLON && bytes[at + 1] === SPACE;
}
