import {
  BRACKET,
  CLOCK,
  DIGIT,
  LETTERS,
  LOGGER,
  OF_STATUS,
  PID,
  type ServerHead,
  THREAD,
  TIME,
} from "./server_head.ts";
import { behindTime } from "./server_marks.ts";
import { isText, tokenEnd } from "../text/text_tokens.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const SPACE = 0x20, CLOSE = 0x5d, COLON = 0x3a;

const UNREALS = new Map([["Display", 9], ["VeryVerbose", 1]]);

/** Heads of applications, of desktops' servers, games and tools; see `HEADS`. */
export const APPLICATION_HEADS: readonly ServerHead[] = [
  // Graphite's carbon: `20/11/2026 08:00:01 :: [console] message`
  {
    begins: DIGIT,
    mark: " :: [",
    at: 19,
    head: String.raw`(?<time_day_first>\d\d/\d\d/\d{4} ${CLOCK}) :: (?:\[${LOGGER}\] )?(?<body>.*)`,
  },
  // PHP-FPM, told to debug: `[20-Nov-2026 08:00:01.123456] DEBUG: pid 42, fpm_init(), line 83: message`
  {
    begins: BRACKET,
    mark: ": pid ",
    head: String.raw`\[(?<time>\d\d-[A-Z][a-z]{2}-\d{4} ${CLOCK})\] (?<severity>[A-Z]+): pid ${PID}, ` +
      String.raw`(?<code__function__name>[\w()]+)\(\), line (?<code__line__number>\d+): (?<body>.*)`,
  },
  // ESPHome: `[08:00:01][C][logger:185]: message`, whose C is a setting
  {
    begins: BRACKET,
    mark: "][",
    isHers: (bytes, from) => bytes[from + 3] === COLON && bytes[from + 6] === COLON,
    head: String.raw`\[(?<time>${CLOCK})\]\[(?<severity>VV|[EWICDV])\]\[(?<otel__scope__name>[\w.]+):` +
      String.raw`(?<code__line__number>\d+)\]: (?<body>.*)`,
    severities: new Map([["C", 7], ["VV", 1]]),
  },
  // Nginx Proxy Manager's access log: `[20/Nov/2026:08:00:01 +0000] - 200 200 - GET https shop.example "/a" [Client 10.0.0.1] …`
  {
    begins: BRACKET,
    mark: " http",
    isHers: (bytes, from) => bytes[from + 27] === CLOSE && bytes[from + 12] === COLON,
    head: String
      .raw`\[(?<time>[^\]]+)\] (?:(?:-|(?<upstream__cache__status>\S+)) (?:-|(?<upstream__response__status_code>\S+)) )?` +
      String
        .raw`(?<http__response__status_code>(?<severity>\d)\d\d) - (?<body>(?<http__request__method>[A-Z]+) ` +
      String.raw`(?<url__scheme>\S+) (?<http__request__header__host>\S+) "(?<url__original>[^"]*)") ` +
      String.raw`\[Client (?<client__address>[^\]]*)\] \[Length (?<http__response__body__size>\d+)\] ` +
      String.raw`\[Gzip (?:-|(?<gzip__ratio>[^\]]*))\](?: \[Sent-to (?<upstream__address>[^\]]*)\])? ` +
      String.raw`"(?:-|(?<user_agent__original>[^"]*))" "(?:-|(?<http__request__header__referer>[^"]*))"`,
    severities: OF_STATUS,
  },
  // OAuth2 Proxy's requests: `10.0.0.1:5000 - id - user [2026/11/20 08:00:01] shop.example GET / "/a" HTTP/1.1 "agent" 200 12 0.012`
  {
    begins: DIGIT,
    mark: " - ",
    isHers: isDashedClient,
    head: String
      .raw`(?<client__address>[\d.]+)(?::(?<client__port>\d+))? - (?<request__id>\S+) - (?:-|(?<user__name>\S+)) ` +
      String
        .raw`\[(?<time>[^\]]+)\] (?<http__request__header__host>\S+) (?<body>(?<http__request__method>[A-Z]+) ` +
      String
        .raw`(?:-|(?<upstream__name>\S+)) "(?<url__original>[^"]*)" HTTP/(?<network__protocol__version>[\d.]+)) ` +
      String.raw`"(?<user_agent__original>[^"]*)" (?<http__response__status_code>(?<severity>\d)\d\d) ` +
      String.raw`(?<http__response__body__size>\d+) (?<http__server__request__duration>[\d.]+)`,
    severities: OF_STATUS,
  },
  // ngIRCd in the foreground: `[4242:6    12] message`, a process, a priority of syslog, seconds since the start
  {
    begins: BRACKET,
    mark: "] ",
    isHers: isIrcs,
    head: String.raw`\[${PID}:(?<severity>[0-7]) +(?<log__prefix>\d+)\] (?<body>.*)`,
    severities: new Map([21, 19, 18, 17, 13, 10, 9, 5].map((number, priority) => [`${priority}`, number])),
  },
  // distcc: `distccd[4242] (dcc_check_client) ERROR: message`
  {
    begins: "d",
    mark: "distcc",
    at: 0,
    head: String.raw`(?<service>distccd?)\[${PID}\] \((?<code__function__name>\w+)\) ` +
      String.raw`(?:(?<severity>ERROR|Warning|CRITICAL)[:!] )?(?<body>.*)`,
  },
  // What SLF4J 2 says of itself: `SLF4J(W): message`
  {
    begins: "S",
    mark: "SLF4J(",
    at: 0,
    head: String.raw`(?<otel__scope__name>SLF4J)\((?<severity>[DIWE])\): (?<body>.*)`,
  },
  // Windows Installer: `MSI (s) (A4:9C) [08:00:01:123]: message`
  {
    begins: "M",
    mark: "MSI (",
    head: String
      .raw`MSI \((?<log__context>[a-z])\) \((?<thread__id>\w\w:\w\w)\) \[(?<time>\d\d:\d\d:\d\d:\d{3})\]: ?(?<body>.*)`,
  },
  // Windows Installer's beginnings and ends: `Action start 8:00:01: INSTALL.`, `=== Verbose logging started: 11/20/2026  8:00:01  …`
  {
    begins: "A",
    mark: "Action ",
    at: 0,
    head: String.raw`(?<body>Action (?:start|ended) (?<time>\d{1,2}:\d\d:\d\d): \w+\..*)`,
  },
  {
    begins: "=",
    mark: "=== ",
    at: 0,
    also: " logging st",
    head: String
      .raw`(?<body>=== (?:Verbose l|L)ogging (?:started|stopped): (?<time>\d[\d/.-]+ +\d[\d:]+) .*)`,
  },
  // SQL Server's agent: `2026-11-20 08:00:01 - ! [298] message`
  {
    begins: DIGIT,
    mark: " - ",
    at: 19,
    also: " [",
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) - (?<severity>[?!+]) \[(?<event__id>\d+)\] (?<body>.*)`,
    severities: new Map([["?", 9], ["+", 13], ["!", 17]]),
  },
  // Santa, pairs that bars divide: `[2026-11-20T08:00:01.123Z] I santad: action=EXEC|decision=ALLOW`
  {
    begins: BRACKET,
    mark: " santad: ",
    isHers: (bytes, from) => bytes[from + 11] === 0x54 && bytes[from + 25] === CLOSE,
    head: String.raw`\[${TIME}\] (?<severity>[A-Z]) (?<service>santad): (?<body>.*)`,
    divider: "|",
  },
  // ioBroker: `2026-11-20 08:00:01.123  - info: admin.0 (4242) message`
  {
    begins: DIGIT,
    mark: "  - ",
    at: 23,
    head: String.raw`${TIME}  - (?<severity>[a-z]+): (?<service>[\w.-]+) (?:\(${PID}\) )?(?<body>.*)`,
  },
  // AnyDesk: `   info 2026-11-20 08:00:01.123       lsvc   4242   9000   42   base.net - message`
  {
    begins: " iwedt",
    mark: " - ",
    isHers: isAnyDesks,
    head: String.raw` *(?<severity>[a-z]+) ${TIME} +(?<service>\w+) +${PID} +${THREAD} +(?:\d+ +)?` +
      String.raw`(?<otel__scope__name>[\w.]+) - (?<body>.*)`,
  },
  // TeamViewer: `2026/11/20 08:00:01.123  4242       9000 S0!  message`
  {
    begins: DIGIT,
    mark: "  ",
    at: 23,
    head: String.raw`${TIME} +${PID} +${THREAD} (?<log__context>[A-Z]\d)(?<severity>!*) +(?<body>.*)`,
    severities: new Map([["!", 13], ["!!", 17], ["!!!", 17]]),
  },
  // Mule: `INFO  2026-11-20 08:00:01,123 [[MuleRuntime].uber.01: [shop].main @7e1a] [processor: ; event: ] logger: message`
  {
    begins: "TDIWEF",
    mark: " [[",
    head: String
      .raw`(?<severity>[A-Z]+) +${TIME} \[(?<thread__name>\[\w+\].*?)\] \[processor: (?<processor>[^;]*); ` +
      String.raw`event: (?<event__id>[^\]]*)\] ${LOGGER}: (?<body>.*)`,
  },
  // Weights & Biases: `2026-11-20 08:00:01,123 INFO    MainThread:4242 [wandb_run.py:_setup():100] message`
  {
    begins: DIGIT,
    mark: "():",
    next: LETTERS,
    head: String.raw`${TIME} (?<severity>[A-Z]+) +(?<thread__name>[\w-]+):${PID} ` +
      String
        .raw`\[(?<code__file__path>[\w./-]+):(?<code__function__name>\w+)\(\):(?<code__line__number>\d+)\] (?<body>.*)`,
  },
  // Eclipse, what it says in the lines below: `!ENTRY org.eclipse.ui 4 0 2026-11-20 08:00:01.123`
  {
    begins: "!",
    mark: "!ENTRY ",
    head: String.raw`!ENTRY (?<otel__scope__name>\S+) (?<severity>\d) (?<event__id>-?\d+) ${TIME}(?<body>)$`,
    severities: new Map([["0", 9], ["1", 9], ["2", 13], ["4", 17], ["8", 13]]),
  },
  // X: `[    12.345] (II) LoadModule: "glx"`
  {
    begins: BRACKET,
    mark: "] ",
    isHers: isXs,
    head: String.raw`\[ *(?<log__prefix>\d{1,9}\.\d{3})\] (?:\((?<severity>[^)\s]{2})\) )?(?<body>.*)`,
    severities: new Map([["II", 9], ["WW", 13], ["EE", 17], ["!!", 10], ["NI", 13]]),
  },
  // GStreamer: `0:00:00.123456789  4242 0x55a1b2c3 INFO  GST_INIT gst.c:592:init_pre: message`
  {
    begins: "0123456789",
    mark: " 0x",
    isHers: (bytes, from) =>
      bytes[from + 1] === COLON && bytes[from + 4] === COLON && bytes[from + 7] === 0x2e,
    head: String
      .raw`(?<log__prefix>\d+:\d\d:\d\d\.\d{9}) +${PID} +(?<thread__id>0x[0-9a-f]+) +(?<severity>[A-Z]+) +` +
      String
        .raw`(?<otel__scope__name>\S+) +(?<code__file__path>[^\s:]+):(?<code__line__number>\d+):(?<code__function__name>\w+):(?:<[^>]*>)?:? ?(?<body>.*)`,
    severities: new Map([["FIXME", 13], ["LOG", 5], ["MEMDUMP", 1]]),
  },
  // Bitbucket: `time INFO  [thread] user @7E1AX480x1x1 session address "GET /path HTTP/1.1" c.a.Class message`
  {
    begins: DIGIT,
    mark: " @",
    next: LETTERS,
    head: String
      .raw`${TIME} (?<severity>[A-Z]+) +\[(?<thread__name>[^\]]*)\] (?<user__name>\S+) @(?<request__id>\w+) ` +
      String
        .raw`(?<session__id>\S+) (?<client__address>[^\s,]+)(?:,\S*)? "(?<http__request__method>[A-Z]+) (?<url__original>[^\s"]+)(?: [^"]*)?" ` +
      String.raw`${LOGGER} (?<body>.*)`,
  },
  // Duplicati: `2026-11-20 08:00:01 +00 - [Warning-Duplicati.Library.Main.Controller-Id]: message`
  {
    begins: DIGIT,
    mark: " - [",
    at: 23,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d) - \[(?<severity>[A-Z][a-z]+)-${LOGGER}-(?<event__id>\w+)\]: ` +
      String.raw`(?<body>.*)`,
    severities: new Map([["ExplicitOnly", 5], ["Profiling", 5], ["DryRun", 9], ["Retry", 9]]),
  },
  // ZoneMinder: `11/20/26 08:00:01.123456 zmc_m1[4242].INF-zmc_m1 [message]`
  {
    begins: DIGIT,
    mark: "].",
    next: LETTERS,
    head: String
      .raw`(?<time>\d\d/\d\d/\d\d \d\d:\d\d:\d\d\.\d+) (?<service>\w+)\[${PID}\]\.(?<severity>[A-Z]{3})[0-9]?-` +
      String.raw`(?<otel__scope__name>[^\s/]+)(?:/\d+)? \[(?<body>.*)\]$`,
    severities: new Map([["PNC", 21], ["FAT", 21], ["DB1", 5]]),
  },
  // GlassFish: `[#|2026-11-20T08:00:01.123+0000|INFO|glassfish3.1.2|logger|_ThreadID=10;_ThreadName=main;|message|#]`
  {
    begins: BRACKET,
    mark: "[#|",
    at: 0,
    head: String
      .raw`\[#\|(?<time>[^|]+)\|(?<severity>[A-Z]+)\|(?<service__version>[^|]*)\|(?<otel__scope__name>[^|]*)\|` +
      String
        .raw`(?:_ThreadID=(?<thread__id>\d+);)?(?:_ThreadName=(?<thread__name>[^;|]*);)?[^|]*\|(?<body>.*?)(?:\|#\])?$`,
  },
  // Zeppelin: ` INFO [2026-11-20 08:00:01,123] ({main} Server.java[start]:100) - message`
  {
    begins: " TDIWEF",
    mark: "] ({",
    head:
      String.raw` *(?<severity>[A-Z]+) \[${TIME}\] \(\{(?<thread__name>[^}]*)\} (?<code__file__path>[\w.]+)` +
      String.raw`\[(?<code__function__name>[^\]]*)\]:(?<code__line__number>\d+)\) - (?<body>.*)`,
  },
  // Project Zomboid: `LOG  : General     , 1795161601123> message`
  {
    begins: "LWEDT",
    mark: "> ",
    isHers: (bytes, from) => bytes[from + 5] === COLON && bytes[from + 6] === SPACE,
    also: ", 1",
    head: String
      .raw`(?<severity>[A-Z]+) *: (?<otel__scope__name>\w+) *, (?<time>\d{13})> (?:[\d,]+> )?(?<body>.*)`,
  },
  // Minetest: `2026-11-20 08:00:01: WARNING[Main]: message`
  {
    begins: DIGIT,
    mark: "]: ",
    isHers: (bytes, from, to) =>
      bytes[from + 19] === COLON && bytes[Math.min(to, behindTime(bytes, from, to))] >= 0x41,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d): (?<severity>[A-Z]+)\[(?<thread__name>\w+)\]: (?<body>.*)`,
    severities: new Map([["ACTION", 9]]),
  },
  // Jitsi's servers: `JVB 2026-11-20 08:00:01.123 INFO: [42] [conf=…] Endpoint.close#208: message`, once `….close() message`
  {
    begins: "J" + DIGIT,
    mark: ": [",
    head: String.raw`(?:(?<service>J\w+) )?${TIME} (?<severity>[A-Z]+): \[${THREAD}\] ` +
      String
        .raw`(?:\[(?<log__context>[^\]]+)\] )?(?<otel__scope__name>[\w.$]+)\.(?<code__function__name>[\w<>$]+)` +
      String.raw`(?:\(\)|#(?<code__line__number>\d+):) (?<body>.*)`,
  },
  // Synapse: `time - synapse.http.server - 108 - ERROR - POST-351- message`, with `None` outside of requests
  {
    begins: DIGIT,
    mark: " - ",
    at: 23,
    head: String.raw`${TIME} - ${LOGGER} - (?<code__line__number>\d+) - (?<severity>[A-Z]+) - ` +
      String.raw`(?:None|sentinel|(?<request__id>[\w.]+-\d+)) ?- (?<body>.*)`,
  },
  // Factorio: `   12.345 Info MainLoop.cpp:368: message`
  {
    begins: " 0123456789",
    mark: ".cpp:",
    head: String
      .raw` *(?<log__prefix>\d+\.\d{3}) (?<severity>Info|Warning|Error|Verbose|Debug) (?<code__file__path>\w+\.cpp):` +
      String.raw`(?<code__line__number>\d+): (?<body>.*)`,
  },
  // Unreal: `[2026.11.20-08.00.01:123][ 42]LogNet: Warning: message`
  {
    begins: BRACKET,
    mark: "][",
    at: 24,
    head: String
      .raw`\[(?<time>\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d:\d{3})\]\[ *(?<log__prefix>\d+)\](?:(?<otel__scope__name>\w+): )?` +
      String.raw`(?:(?<severity>Fatal|Error|Warning|Display|Verbose|VeryVerbose): )?(?<body>.*)`,
    severities: UNREALS,
  },
  // and in a terminal: `LogNet: Warning: message`
  {
    begins: "L",
    mark: "Log",
    at: 0,
    head: String
      .raw`(?<otel__scope__name>Log[A-Z]\w*): (?<severity>Fatal|Error|Warning|Display): (?<body>.*)`,
    severities: UNREALS,
  },
];

/** In a bracket seconds with three digits behind the dot: `[    12.345] `. */
function isXs(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from + 1;
  while (at < to && bytes[at] === SPACE) at++;
  const digits = at;
  at = digitsEnd(bytes, digits, to);
  return at > digits && bytes[at] === 0x2e && bytes[at + 4] === CLOSE && bytes[at + 5] === SPACE;
}

/** A severity in small letters, a blank, and a year. */
function isAnyDesks(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  while (at < to && bytes[at] >= 0x61 && bytes[at] <= 0x7a) at++;
  return bytes[at] === SPACE && bytes[at + 5] === 0x2d && bytes[at + 8] === 0x2d;
}

/** An address and an id behind it, of more than a byte, between dashes. */
function isDashedClient(bytes: Uint8Array, from: number, to: number): boolean {
  const client = tokenEnd(bytes, from, to);
  if (!isText(bytes, client, to, " - ")) return false;
  const id = tokenEnd(bytes, client + 3, to);
  return id > client + 4 && isText(bytes, id, to, " - ");
}

/** In a bracket digits, a colon, a digit and a blank: `[4242:6 `. */
function isIrcs(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isDigit(bytes[at])) at++;
  return at > from + 1 && bytes[at] === COLON && isDigit(bytes[at + 1]) && bytes[at + 2] === SPACE &&
    (bytes[at + 3] === SPACE || isDigit(bytes[at + 3]));
}
