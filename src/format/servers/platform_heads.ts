import {
  CLOCK,
  DIGIT,
  FILE,
  FUNCTION,
  LETTERS,
  LINE,
  MONTH,
  PID,
  type ServerHead,
  SYSLOG_TIME,
  THREAD,
  TIME,
} from "./server_head.ts";
import { behindTime } from "./server_marks.ts";
import { isText, isUpper } from "../text/text_tokens.ts";
import { digitsEnd } from "../time/timestamp_parts.ts";

const SPACE = 0x20, OPEN = 0x5b, CLOSE = 0x5d, COLON = 0x3a, PAREN = 0x28;

/** Heads of hypervisors, of phones and desktops, of clusters and of what runs or saves jobs; see `HEADS`. */
export const PLATFORM_HEADS: readonly ServerHead[] = [
  // What Ansible tells of each host: `ok: [web-1]`, `fatal: [web-2]: FAILED! => {"msg": "no such package"}`
  {
    begins: "ocsf",
    mark: ": [",
    isHers: isAnsibles,
    head: String
      .raw`(?<body>(?<severity>[a-z]+): \[(?<host>[^\]\s]+)(?: -> [^\]]+)?\](?:: [A-Z]+!)?(?: \([^)]*\))?` +
      String.raw`(?: => .*)?)$`,
    hasObject: true,
    severities: new Map([["ok", 9], ["changed", 9], ["skipping", 9], ["failed", 17]]),
  },
  // vSphere 8's virtual machines: `2026-11-20T08:00:01.123Z In(05) vmx message`
  {
    begins: DIGIT,
    mark: "(0",
    next: "INWEDAC",
    isHers: hasCodedSeverity,
    head: String.raw`${TIME} (?<severity>[A-Z])[a-z]\(0\d\) (?<thread__name>\S+) (?:- )?(?<body>.*)`,
  },
  // its hosts: `2026-11-20T08:00:01.123Z In(166) Hostd[2100123]: [Originator@6876 sub=Vimsvc] message`
  {
    begins: DIGIT,
    mark: ") ",
    next: "INWEDAC",
    isHers: hasCodedSeverity,
    head: String.raw`${TIME} (?<severity>[A-Z])[a-z]\(\d{1,3}\) (?<service>[\w.-]+)(?:\[${PID}\])?: ` +
      String
        .raw`(?:cpu\d+:${THREAD}(?: opID=\S+)?\))?(?:\[Originator@\d+(?: sub=(?<otel__scope__name>[^\s\]]+)(?=[\s\]]))?[^\]]*\] )?` +
      String.raw`(?:(?:WARNING|ALERT): )?(?<body>.*)`,
  },
  // VMware before: `2026-11-20T08:00:01.123+00:00| vmx| I125: message`
  {
    begins: DIGIT,
    mark: "| ",
    also: ": ",
    isHers: (bytes, from) =>
      bytes[from + 10] === 0x54 && bytes[from + 29] === 0x7c || bytes[from + 24] === 0x7c,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\dT${CLOCK}(?:Z|[+-]\d\d:\d\d))\| (?<thread__name>[^|]+)\| (?:(?<severity>[A-Z])\d{3}[^:]*: )?(?<body>.*)`,
  },
  // macOS' `log stream --style compact`: `2026-11-20 08:00:01.123 Df configd[123:4a4] [com.apple.x:dns] message`
  {
    begins: DIGIT,
    mark: ":",
    at: 13,
    next: "DEIFA",
    isHers: isMacs,
    head:
      String.raw`${TIME} (?<severity>Df|Db|[EIFA]) +(?<service>[^\[]+)\[${PID}:(?<thread__id>[0-9a-f]+)\] ` +
      String.raw`(?:\[(?<otel__scope__name>[\w.-]+:[^\]]*)\] )?(?<body>.*)`,
    severities: new Map([["Df", 9], ["Db", 5], ["F", 17], ["A", 9]]),
  },
  // NSLog: `2026-11-20 08:00:01.123456+0000 Shop[4242:567890] [category] message`
  {
    begins: DIGIT,
    mark: "] ",
    next: LETTERS,
    isHers: isNsLog,
    head: String.raw`${TIME} (?<service>\S[^[]*?)\[${PID}:(?<thread__id>[0-9a-f]+)\] ` +
      String.raw`(?:\[(?<otel__scope__name>[\w.-]+)\] )?(?<body>.*)`,
  },
  // logcat with epochs, with users: `1795161601.123  1000  1702  2395 I ActivityManager: message`
  {
    begins: " " + DIGIT,
    mark: ": ",
    next: " +" + DIGIT,
    isHers: isLogcat,
    head: String
      .raw` *(?<time>\d{10}\.\d{3,9}|(?:\d{4}-)?\d\d-\d\d ${CLOCK}(?: [+-]\d{4})?) +(?:(?<user__name>\w+) +)??${PID} +${THREAD} ` +
      String.raw`(?<severity>[VDIWEFA]) (?<otel__scope__name>.{0,80}?) {0,40}: (?<body>.*)`,
  },
  // Pacemaker: `Nov 20 08:00:01 node1 pacemaker-controld  [4242] (function) <tab>notice: message`
  {
    begins: MONTH,
    mark: "] (",
    head: String
      .raw`${SYSLOG_TIME} (?<host>\S+) (?<service>[\w-]+) *\[${PID}\] \((?<code__function__name>[\w.]+)` +
      String
        .raw`(?:@(?<code__file__path>[\w./-]+):(?<code__line__number>\d+))?\) *\t *(?<severity>[a-z]+): (?<body>.*)`,
  },
  // Corosync's own log: `Nov 20 08:00:01.123 [4242] node1 corosync notice  [TOTEM ] message`
  {
    begins: MONTH,
    mark: " corosync ",
    head: String.raw`${SYSLOG_TIME} \[${PID}\] (?<host>\S+) (?<service>corosync) (?<severity>[a-z]+) +` +
      String.raw`\[(?<otel__scope__name>\w+) *\] (?<body>.*)`,
  },
  // PBS and Torque: `11/20/2026 08:00:01;0008;PBS_Server;Job;42.pbs1;message`
  {
    begins: DIGIT,
    mark: ";",
    at: 19,
    head: String.raw`(?<time>\d\d/\d\d/\d{4} ${CLOCK});(?<event__id>[0-9a-f]{2,4});(?<service>[^;]*);` +
      String.raw`(?<otel__scope__name>[^;]*);(?<log__context>[^;]*);(?<body>.*)`,
  },
  // Grid Engine: `11/20/2026 08:00:01|  main|host|I|message`
  {
    begins: DIGIT,
    mark: "|",
    at: 19,
    head: String.raw`(?<time>\d\d/\d\d/\d{4} ${CLOCK})\| *(?<thread__name>[\w ]+)\|(?<host>[\w.-]+)\|` +
      String.raw`(?<severity>[DINWECP])\|(?<body>.*)`,
  },
  // NetBackup: `08:00:01.123 [4242.9000] <2> bpbrm main: message`
  {
    begins: DIGIT,
    mark: "] <",
    isHers: (bytes, from) => bytes[from + 2] === COLON,
    head: String.raw`(?<time>\d\d:\d\d:\d\d\.\d{3,6}) \[${PID}(?:\.${THREAD})?\] <(?<severity>\d{1,2})> ` +
      String.raw`(?:(?<otel__scope__name>\w+(?: [\w:~]+)?): )?(?<body>.*)`,
    severities: new Map([["1", 5], ["2", 9], ["4", 9], ["8", 13], ["16", 17], ["32", 21]]),
  },
  // Bacula: `20-Nov 08:00 bacula-dir JobId 12: Fatal error: message`
  {
    begins: DIGIT,
    mark: ": ",
    isHers: (bytes, from) =>
      bytes[from + 2] === 0x2d && bytes[from + 6] === SPACE && bytes[from + 9] === COLON,
    head: String
      .raw`(?<time>\d\d-[A-Z][a-z]{2} \d\d:\d\d) (?<service>[\w.]+-[\w.-]+|\w+(?= JobId)) (?:JobId (?<job__id>\d+): )?` +
      String.raw`(?:(?<severity>Fatal|Error|Warning|Info)(?: error)?: )?(?<body>.*)`,
  },
  // The log of Windows' clusters: `00000abc.00001def::2026/11/20-08:00:01.123 INFO  [RES] message`
  {
    begins: DIGIT + "abcdef",
    mark: "::",
    at: 17,
    head: String
      .raw`(?<process__pid>[0-9a-f]{8})\.(?<thread__id>[0-9a-f]{8})::(?<time>\d{4}/\d\d/\d\d-${CLOCK}) ` +
      String.raw`(?<severity>[A-Z]+) +(?:\[(?<otel__scope__name>[A-Z][^\]]*)\] )?(?<body>.*)`,
  },
  // NVIDIA's collectives: `node1:4242:4243 [0] NCCL INFO message`
  {
    begins: LETTERS,
    mark: " NCCL ",
    isHers: isProcessBehindHost,
    head: String.raw`(?<host>[\w.-]+):${PID}:${THREAD} \[(?<device__id>\d+)\] ` +
      String.raw`(?<otel__scope__name>NCCL) (?<severity>[A-Z]+) (?<body>.*)`,
  },
  // Greenbone's scanners: `md   main:MESSAGE:2026-11-20 08h00.01 UTC:4242: message`
  {
    begins: LETTERS,
    mark: ":20",
    isHers: isGreenbones,
    head: String.raw`(?<otel__scope__name>[\w ]+?): *(?<severity>[A-Z]+):` +
      String.raw`(?<time>\d{4}-\d\d-\d\d \d\dh\d\d\.\d\d(?: [A-Z]{3,4})?):${PID}: ?(?<body>.*)`,
    severities: new Map([["MESSAGE", 9]]),
  },
  // ROS' rosout.log: `1795161601.123456789 INFO /node [file.cpp:12(function)] [topics: /rosout] message`
  {
    begins: DIGIT,
    mark: "] [topics: ",
    head: String.raw`(?<time>\d{10}\.\d+) (?<severity>[A-Z]+) (?<otel__scope__name>/\S*) ` +
      String.raw`\[${FILE}:${LINE}\(${FUNCTION}\)\] \[topics: [^\]]*\] (?<body>.*)`,
  },
  // Commvault: `5644  1a2c  11/20 08:00:01 ### Pipeline::open() - message`
  {
    begins: DIGIT,
    mark: "  ",
    isHers: isCommvaults,
    head:
      String.raw`${PID} +(?<thread__id>[0-9a-f]+) +(?<time>\d\d/\d\d ${CLOCK}) (?<log__context>###|\d+) ` +
      String.raw`(?:(?<code__function__name>[\w:~]+)\(\) - )?(?<body>.*)`,
  },
  // Wine: `0024:err:module:import_dll message`
  {
    begins: DIGIT + "abcdef",
    mark: ":",
    at: 4,
    isHers: isWines,
    head:
      String.raw`(?<thread__id>[0-9a-f]{4}):(?<severity>err|fixme|warn|trace):(?<otel__scope__name>\w+):` +
      String.raw`(?<code__function__name>\S+) (?<body>.*)`,
    severities: new Map([["fixme", 13]]),
  },
  // SharePoint: `11/20/2026 08:00:01.12 ⇥w3wp.exe (0x1234)  ⇥0x0ABC⇥Area  ⇥Category  ⇥ab12⇥Medium  ⇥message⇥correlation`
  {
    begins: DIGIT,
    mark: "\t0x",
    isHers: (bytes, from) => bytes[from + 2] === 0x2f && bytes[from + 10] === SPACE,
    head: String
      .raw`(?<time>\d\d/\d\d/\d{4} ${CLOCK})\*? *\t(?<service>[^\t(]+?) \(0x[0-9A-F]+\) *\t(?<thread__id>0x[0-9A-F]+) *\t` +
      String
        .raw`(?<otel__scope__name>[^\t]*?) *\t(?<log__context>[^\t]*?) *\t(?<event__id>\w*) *\t(?<severity>\w+) *\t` +
      String.raw`(?<body>[^\t]*)(?:\t(?<request__id>\S*))?.*`,
    severities: new Map([["VerboseEx", 1], ["Medium", 9], ["High", 13], ["Monitorable", 13], ["Assert", 17], [
      "Unexpected",
      17,
    ], ["Exception", 17]]),
  },
];

/** Behind the time two letters and a number in parentheses: `In(05) `. */
function hasCodedSeverity(bytes: Uint8Array, from: number, to: number): boolean {
  const word = behindTime(bytes, from, to);
  return word + 6 < to && bytes[word + 2] === PAREN;
}

/** A name with a process and a thread that a colon divides, in a bracket: `Shop[4242:567890] `. */
function isNsLog(bytes: Uint8Array, from: number, to: number): boolean {
  let at = behindTime(bytes, from, to);
  const end = Math.min(to, at + 60);
  while (at < end && bytes[at] !== OPEN) at++;
  if (at >= end || bytes[at - 1] === SPACE) return false;
  const digits = digitsEnd(bytes, ++at, to);
  if (digits === at || bytes[digits] !== COLON) return false;
  while (at < to && bytes[at] > SPACE && bytes[at] !== CLOSE) at++;
  return bytes[at] === CLOSE && bytes[at + 1] === SPACE;
}

/** Three columns behind a time, or two behind an epoch number, before a capital alone. */
function isLogcat(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  const isEpoch = bytes[at + 10] === 0x2e;
  if (!isEpoch && bytes[at + 2] !== 0x2d && bytes[at + 4] !== 0x2d) return false;
  const end = Math.min(to, at + 90);
  let tokens = 0;
  let letter = 0;
  while (at < end) {
    const start = at;
    while (at < end && bytes[at] > SPACE) at++;
    tokens++;
    if (tokens > 2 && at === start + 1 && isUpper(bytes[start])) letter = tokens;
    if (letter > 0) break;
    while (at < end && bytes[at] <= SPACE) at++;
  }
  return isEpoch ? letter === 4 || letter === 5 : letter === 6 || letter === 7;
}

/** A host, a process and a thread that colons divide, and a bracket. */
function isProcessBehindHost(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] > SPACE && bytes[at] !== COLON) at++;
  for (let number = 0; number < 2; number++) {
    const digits = at + 1;
    at = digitsEnd(bytes, digits, to);
    if (at === digits || bytes[digits - 1] !== COLON) return false;
  }
  return bytes[at] === SPACE && bytes[at + 1] === OPEN;
}

/** A name of words, a severity in capitals and a year, a colon behind both. */
function isGreenbones(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + 32);
  let at = from;
  while (at < end && bytes[at] !== COLON) at++;
  at++;
  while (at < end && bytes[at] === SPACE) at++;
  while (at < end && isUpper(bytes[at])) at++;
  return bytes[at] === COLON && bytes[at + 5] === 0x2d && bytes[at + 14] === 0x68;
}

/** A number, another in hexadecimal, and a day, two blanks or more behind both. */
function isCommvaults(bytes: Uint8Array, from: number, to: number): boolean {
  let at = digitsEnd(bytes, from, to);
  if (bytes[at] !== SPACE || bytes[at + 1] !== SPACE) return false;
  while (bytes[at] === SPACE) at++;
  while (at < to && bytes[at] > SPACE) at++;
  if (bytes[at] !== SPACE || bytes[at + 1] !== SPACE) return false;
  while (bytes[at] === SPACE) at++;
  return bytes[at + 2] === 0x2f && bytes[at + 5] === SPACE && bytes[at + 8] === COLON;
}

/** Behind the time a type of two columns, and a bracket with a colon in it behind a name. */
function isMacs(bytes: Uint8Array, from: number, to: number): boolean {
  const type = behindTime(bytes, from, to);
  if (bytes[type + 2] !== SPACE) return false;
  let at = type + 3;
  const end = Math.min(to, at + 60);
  while (at < end && bytes[at] !== OPEN) at++;
  while (at < end && bytes[at] !== COLON && bytes[at] !== CLOSE) at++;
  return at < end && bytes[at] === COLON;
}

/** One of Wine's classes begins behind the thread: `err`, `fixme`, `warn` or `trace`. */
function isWines(bytes: Uint8Array, from: number): boolean {
  const first = bytes[from + 5];
  return first === 0x65 || first === 0x66 || first === 0x77 || first === 0x74;
}

function isAnsibles(bytes: Uint8Array, from: number, to: number): boolean {
  return ["ok: [", "changed: [", "skipping: [", "fatal: [", "failed: ["]
    .some((start) => isText(bytes, from, to, start));
}
