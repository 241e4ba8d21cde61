import { BRACKET, DIGIT, LETTERS, OF_STATUS, PID, type ServerHead, TIME } from "./server_head.ts";
import { isText, tokenEnd } from "../text/text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

const SPACE = 0x20, COLON = 0x3a;
/** What .NET's kinds of trace events begin with. */
const KINDS = "CEWIVSTR";
const LONGEST_SOURCE = 80;

/** What Rails puts before each line of a request: its id, and other tags. */
const REQUEST = String.raw`\[(?<request__id>[0-9a-f]{8}-[0-9a-f-]{27})\] `;
const TAGS = String
  .raw`(?:${REQUEST})?(?:(?<log__context>\[[^\]]+\](?: \[[^\]]+\])*) )?`;

/** Heads of .NET's own, of Rails and of other frameworks that no general reader could take apart; see `HEADS`. */
export const FRAMEWORK_HEADS: readonly ServerHead[] = [
  // Sonarr, Radarr and their like: `2026-11-20 08:00:01.4|Trace|Http|Res: 429 [GET] /path: 200.OK`
  {
    begins: DIGIT,
    mark: "|",
    at: 21,
    head: String
      .raw`${TIME}\|(?<severity>Trace|Debug|Info|Warn|Error|Fatal)\|(?<otel__scope__name>[^|]+)\|(?<body>.*)`,
  },
  // BepInEx: `[Info   :   BepInEx] message`
  {
    begins: BRACKET,
    mark: ":",
    at: 8,
    head: String
      .raw`\[(?<severity>Message|Info|Debug|Warning|Error|Fatal) *: *(?<otel__scope__name>[^\]]+)\] (?<body>.*)`,
    severities: new Map([["Message", 9]]),
  },
  // Next.js up to 13: `info  - message`
  {
    begins: "riewt",
    mark: "- ",
    at: 6,
    // Behind others' dashes stands a time.
    isHers: (bytes, from) => !isDigit(bytes[from + 8]),
    head: String.raw`(?<severity>ready|info|event|wait|warn|error|trace) {1,2}- (?<body>.*)`,
    severities: new Map([["ready", 9], ["event", 9], ["wait", 9]]),
  },
  // Rocket's targets: `[2026-11-20 08:00:01.123][response][INFO] (login) POST /path => 200 OK`
  {
    begins: BRACKET,
    mark: "][",
    at: 24,
    head: String
      .raw`\[${TIME}\]\[(?<otel__scope__name>\w+(?:::\w+)+|request|response|routes|start|panic|auth|error)\]` +
      String.raw`\[(?<severity>TRACE|DEBUG|INFO|WARN|ERROR)\] (?<body>.*)`,
  },
  // ROS 2's launcher: `[picker-1] [WARN] [1795166402.223456789] [logger]: message`
  {
    begins: BRACKET,
    mark: "] [1",
    head: String.raw`\[(?<log__prefix>[\w.-]+-\d+)\] \[(?<severity>[A-Z]+)\] \[(?<time>\d{10}\.\d{9})\] ` +
      String.raw`\[(?<otel__scope__name>[^\]]+)\]: (?<body>.*)`,
  },
  // Ray's workers: `(train pid=4242) line`, `(RolloutWorker pid=4242, ip=10.0.0.7) line`, `(raylet) line`; vLLM's begin with the severity
  {
    begins: "(",
    mark: ") ",
    isHers: isRays,
    head: String
      .raw`\((?<log__prefix>[\w.:-]+)(?: pid=${PID})?(?:, ip=(?<host>[\d.]+))?\) (?!(?:DEBUG|INFO|WARNING|ERROR) [0-9])(?<body>.*)`,
    isEnvelope: true,
  },
  // A trace source's listener: `Shop.Orders Warning: 31 : message`; activities (`Start`) have no severity
  {
    begins: LETTERS,
    mark: " : ",
    isHers: isTraced,
    head:
      String.raw`(?<otel__scope__name>[^\s:]+) (?:(?<severity>Critical|Error|Warning|Information|Verbose)|` +
      String
        .raw`(?<event__name>Start|Stop|Suspend|Resume|Transfer)): (?<event__id>\d+) : (?<body>.*)`,
  },
  // Entity Framework's `LogTo`: `info: 11/20/2026 08:00:01.123 Name[20101] (Microsoft.Category) `, the message below
  {
    begins: "tdiwfc",
    mark: ": ",
    at: 4,
    also: "] (",
    isHers: (bytes, from) => isDigit(bytes[from + 6]),
    head: String.raw`(?<severity>trce|dbug|info|warn|fail|crit): (?<time>\S+(?: [\d:.]+)?) ` +
      String
        .raw`(?<event__name>[\w.]+)\[(?<event__id>\d+)\] \((?<otel__scope__name>[\w.]+)\) *(?:\n *|$)(?<body>.*)`,
    isAbove: true,
  },
  // hapi, the message below: `Debug: handler, error `
  {
    begins: "D",
    mark: "Debug: ",
    head: String
      .raw`Debug: (?<log__context>(?:[\w-]+, )*(?<severity>error)(?:, [\w-]+)*) (?:\n *|$)(?<body>.*)`,
    isAbove: true,
  },
  // Azure's App Service: `2026-11-20T08:00:01  PID[6456] Information message`
  {
    begins: DIGIT,
    mark: "  PID[",
    at: 19,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\dT[\d:]{8})  PID\[${PID}\] (?<severity>Critical|Error|Warning|Information|Verbose) +(?<body>.*)`,
  },
  // Rails without a logger's head: `Started GET "/orders" for 10.0.0.7 at 2026-11-20 08:00:01 +0000`
  {
    begins: "S" + BRACKET,
    mark: "Started ",
    head: TAGS + String.raw`(?<body>Started (?<http__request__method>[A-Z]+) "(?<url__original>[^"]*)" ` +
      String.raw`for (?<client__address>\S+) at (?<time>\d{4}-\d\d-\d\d [\d:]{8} [+-]\d{4}))$`,
    isRequest: true,
  },
  // and `Completed 500 Internal Server Error in 12ms (ActiveRecord: 0.3ms)`
  {
    begins: "C" + BRACKET,
    mark: "Completed ",
    head: TAGS + String.raw`(?<body>Completed (?<http__response__status_code>(?<severity>\d)\d\d) ` +
      String.raw`[A-Z][A-Za-z' -]* in (?<http__server__request__duration>\d+ms)(?: \(.*\))?)$`,
    severities: OF_STATUS,
    isRequest: true,
  },
  // what it says besides of the request: `[3f1a2b3c-…] Processing by OrdersController#index as HTML`
  {
    begins: BRACKET,
    mark: "] ",
    at: 37,
    head: REQUEST + String.raw` *(?<body>(?!Started |Completed )[A-Z][a-z]+:? .*)$`,
  },
];

/** A word, one of the kinds, a colon, a number, and a colon by itself: `Shop.Orders Warning: 31 : `. */
function isTraced(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_SOURCE);
  let at = from;
  while (at < end && bytes[at] > SPACE && bytes[at] !== COLON) at++;
  if (bytes[at] !== SPACE || !KINDS.includes(String.fromCharCode(bytes[at + 1]))) return false;
  at++;
  while (at < to && isLetter(bytes[at])) at++;
  if (bytes[at] !== COLON || bytes[at + 1] !== SPACE || !isDigit(bytes[at + 2])) return false;
  at = digitsEnd(bytes, at + 2, to);
  return bytes[at] === SPACE && bytes[at + 1] === COLON;
}

/** In parentheses a name with a process, or one of Ray's own processes. */
function isRays(bytes: Uint8Array, from: number, to: number): boolean {
  const end = tokenEnd(bytes, from, to);
  return isText(bytes, end, to, " pid=") ||
    ["(raylet) ", "(gcs_server) ", "(autoscaler) "].some((name) => isText(bytes, from, to, name));
}
