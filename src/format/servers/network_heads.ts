import { MARK_WITHIN } from "./mark_pairs.ts";
import { CLOCK, DIGIT, MONTH, PID, type ServerHead, THREAD } from "./server_head.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const SPACE = 0x20, PAREN = 0x28, CLOSE_PAREN = 0x29, COLON = 0x3a;
const DASH = 0x2d, SLASH = 0x2f, OPEN = 0x5b, CLOSE = 0x5d;

/** Heads of switches, routers, firewalls, what stores for many hosts, and clients of networks; see `HEADS`. */
export const NETWORK_HEADS: readonly ServerHead[] = [
  // Suricata's and Snort's alerts: `11/20/2026-08:00:01.123  [**] [1:42:3] message [**] [Priority: 2] {TCP} 10.0.0.8:80 -> 10.0.0.1:22`
  {
    begins: DIGIT,
    mark: "[**] [",
    head: String.raw`(?<time>\d\d/\d\d(?:/\d{2,4})?-${CLOCK}) +(?:\[(?<action>\w+)\] +)?\[\*\*\] ` +
      String.raw`\[(?<event__id>\d+:\d+:\d+)\] "?(?<body>.*?)"? \[\*\*\] ` +
      String.raw`(?:\[Classification: (?<classification>[^\]]*)\] )?\[Priority: (?<priority>\d+)\] ` +
      String.raw`(?:\[AppID: (?<app__id>[^\]]*)\] )?\{(?<proto>[^}]+)\} ` +
      String
        .raw`(?<src_ip>[\da-f.:]+?)(?::(?<src_port>\d+))? -> (?<dest_ip>[\da-f.:]+?)(?::(?<dest_port>\d+))?$`,
  },
  // coturn, behind the seconds since its start: `12: (4242): WARNING: message`, `12: : message`
  {
    begins: DIGIT,
    mark: ": ",
    isHers: isCoturns,
    head: String
      .raw`(?<log__prefix>\d+): (?:\(${THREAD}\))?: +(?:(?<severity>DEBUG|INFO|WARNING|ERROR): )?(?<body>.*)`,
  },
  // FRRouting, with the id of its message: `2026/11/20 08:00:01 BGP: [M59KS-A3ZXZ] message`
  {
    begins: DIGIT,
    mark: ": [",
    isHers: isFrroutings,
    head: String
      .raw`(?<time>\d{4}/\d\d/\d\d ${CLOCK}) (?:(?<severity>[a-z]+): )?(?<otel__scope__name>[A-Z][A-Z\d]+): ` +
      String.raw`\[(?<event__id>[A-Z\d]{5}-[A-Z\d]{5})\](?:\[EC (?<log__context>\d+)\])? (?<body>.*)`,
    severities: new Map([
      ["emergencies", 21],
      ["alerts", 19],
      ["critical", 18],
      ["errors", 17],
      ["warnings", 13],
      ["notifications", 10],
      ["informational", 9],
      ["debugging", 5],
    ]),
  },
  // Comware: `%Nov 20 08:00:01:123 2026 sw1 SHELL/5/SHELL_LOGIN: message`
  {
    begins: "%",
    mark: "/",
    head: String.raw`%(?<time>[A-Z][a-z]{2} +\d{1,2} ${CLOCK}(?::\d{3})? \d{4}) (?<host>\S+) ` +
      String.raw`(?<event__id>[A-Z]\w*/(?<severity>[0-7])/\w+): ?(?<body>.*)`,
  },
  // ExtremeXOS: `11/20/2026 08:00:01.12 <Info:AAA.authPass> message`
  {
    begins: DIGIT,
    mark: " <",
    next: "<",
    head: String
      .raw`(?<time>\d\d/\d\d/\d{4} ${CLOCK}) <(?<severity>[A-Z][a-z]{3}):(?<otel__scope__name>[\w.-]+)> ` +
      String.raw`(?<body>.*)`,
    severities: new Map([["Summ", 5], ["Verb", 5], ["Debg", 5]]),
  },
  // SR OS, its message in the next line: `12 2026/11/20 08:00:01.12 UTC MINOR: USER #2001 Base admin`
  {
    begins: DIGIT,
    mark: " #",
    isHers: isNumbered,
    head: String
      .raw`(?<log__record__sequence>\d+) (?<time>\d{4}/\d\d/\d\d ${CLOCK}(?: [A-Z]{3,4})?) (?<severity>[A-Z]+): ` +
      String.raw`(?<otel__scope__name>[A-Z]\w*) #(?<event__id>\d+) (?<log__context>.*)(?<body>)`,
    severities: new Map([["CLEARED", 9], ["INDETERMINATE", 9], ["MINOR", 13], ["MAJOR", 17]]),
  },
  // ONTAP: `Fri Nov 20 08:00:01 UTC [node1: thread: wafl.vol.autoSize.done:notice]: message`
  {
    begins: "MTWFS",
    mark: "]: ",
    head: String
      .raw`(?<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK}(?: [A-Z]{3,4}| [+-]\d{4})?)(?: \d{4})? \[(?<host>[\w.-]+): ?` +
      String.raw`(?:(?<thread__name>[^:\]]+): )?(?<event__id>[\w.]+):(?<severity>[a-z]+)\]: (?<body>.*)`,
  },
  // Fabric OS: `2026/11/20-08:00:01, [SEC-1203], 1234, FID 128, INFO, switch1, message`
  {
    begins: DIGIT,
    mark: ", [",
    at: 19,
    head: String.raw`(?<time>\d{4}/\d\d/\d\d-${CLOCK}), \[(?<event__id>[A-Z0-9]+-\d+)\], ` +
      String.raw`(?<log__record__sequence>\d+)(?:/\d+)?, ?(?<log__context>[^,]*), (?<severity>[A-Z]+), ` +
      String.raw`(?<host>[^,]+), (?<body>.*)`,
  },
  // Identity Services Engine: `<181>Nov 20 08:00:01 host CISE_Guest 12 1 0 2026-11-20 08:00:01.123 +00:00 13 5418 NOTICE message`
  {
    begins: "<",
    mark: " CISE_",
    head: String.raw`<\d+>[A-Z][a-z]{2} [ \d]?\d ${CLOCK} (?<host>\S+) (?<service>CISE_\w+) \d+ \d+ \d+ ` +
      String
        .raw`(?<time>\d{4}-\d\d-\d\d ${CLOCK} [+-]\d\d:\d\d) (?<log__record__sequence>\d+) (?<event__id>\d+) ` +
      String.raw`(?<severity>[A-Z]+) (?<body>.*)`,
  },
  // WatchGuard, its serial number and time before the tag: `<142>Nov 20 08:00:01 fw1 80B2 (2026-11-20T08:00:01) firewall[10]: message`
  {
    begins: "<",
    mark: "T",
    also: ") ",
    isHers: (bytes, from, to) => {
      const end = Math.min(to, from + 80);
      let at = from;
      while (at < end && bytes[at] !== 0x28) at++;
      return bytes[at + 5] === 0x2d && bytes[at + 11] === 0x54;
    },
    head: String.raw`<(?<severity>\d{1,3})>[A-Z][a-z]{2} [ \d]?\d ${CLOCK} (?<host>\S+) (?<device__id>\w+) ` +
      String.raw`\((?<time>\d{4}-\d\d-\d\dT${CLOCK})\) (?<service>[\w.-]+)(?:\[${PID}\])?: ` +
      String.raw`(?:msg_id="(?<event__id>[^"]*)" )?(?<body>.*)`,
    severities: new Map(
      Array.from({ length: 192 }, (_, at) => [String(at), [21, 19, 18, 17, 13, 10, 9, 5][at & 7]]),
    ),
  },
  // GlobalProtect: `(P4242-T9000)Info (1234): 11/20/26 08:00:01:123 message`
  {
    begins: "(",
    mark: "-T",
    head: String.raw`\(P${PID}-T${THREAD}\)(?<severity>[A-Z][a-z]+) *\( *(?<code__line__number>\d+)\): ` +
      String.raw`(?<time>\d\d/\d\d/\d\d ${CLOCK}(?::\d{3})?) (?<body>.*)`,
  },
  // Dante: `Nov 20 08:00:01 (1795161601.123456) danted[42]: warning: message`
  {
    begins: MONTH,
    mark: " (1",
    at: 15,
    head:
      String.raw`[A-Z][a-z]{2} [ \d]\d ${CLOCK} \((?<time>\d{10}\.\d+)\) (?<service>[\w.-]+)\[${PID}\]: ` +
      String.raw`(?<severity>[a-z]+): (?<body>.*)`,
  },
  // BeeGFS: `(1) Nov20 08:00:01 Main [App] >> message`
  {
    begins: "(",
    mark: "] >> ",
    head: String
      .raw`\((?<log__context>\d)\) (?<time>[A-Z][a-z]{2}\d\d ${CLOCK}) (?<thread__name>\S+) \[(?<otel__scope__name>[^\]]+)\] >> ` +
      String.raw`(?<body>.*)`,
  },
];

/** A number before a year and a slash: `12 2026/`. */
function isNumbered(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return bytes[at] === 0x20 && bytes[at + 5] === 0x2f;
}

/** Seconds, and behind a colon and a blank another colon, or one behind a number in parentheses. */
function isCoturns(bytes: Uint8Array, from: number, to: number): boolean {
  let at = digitsEnd(bytes, from, to);
  if (bytes[at] !== COLON || bytes[at + 1] !== SPACE) return false;
  at += 2;
  if (bytes[at] === COLON) return bytes[at + 1] === SPACE;
  if (bytes[at] !== PAREN) return false;
  const digits = at + 1;
  at = digitsEnd(bytes, digits, to);
  return at > digits && bytes[at] === CLOSE_PAREN && bytes[at + 1] === COLON;
}

/** A day with slashes, and in the first bracket five capitals or digits before a dash: `[M59KS-`. */
function isFrroutings(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from + 4] !== SLASH) return false;
  const end = Math.min(to, from + MARK_WITHIN);
  let at = from;
  while (at < end && bytes[at] !== OPEN) at++;
  return bytes[at - 1] === SPACE && bytes[at + 6] === DASH && bytes[at + 12] === CLOSE;
}
