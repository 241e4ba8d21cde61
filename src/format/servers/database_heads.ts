import {
  BRACKET,
  CLOCK,
  DAY,
  DIGIT,
  FILE,
  FUNCTION,
  LETTERS,
  LINE,
  PID,
  type ServerHead,
  THREAD,
  TIME,
} from "./server_head.ts";
import {
  behindTime,
  hasNote,
  hasState,
  isCouchbases,
  isGlusters,
  isHanas,
  isReporting,
  isSqlServers,
} from "./server_marks.ts";

/** PostgreSQL's severities. */
const POSTGRES = "LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?";

/** SQL Server's: up to 10 it tells, up to 19 a statement failed, from 20 on the connection or more is lost. */
const SQL_SERVERS = new Map(
  Array.from({ length: 26 }, (_, at) => [`${at}`, at <= 10 ? 9 : at <= 19 ? 17 : 21]),
);

/** What a daemon of Ceph writes. */
const CEPH = String
  .raw`${TIME} (?<thread__id>7f[0-9a-f]{10}) +(?:(?<severity>-1)|(?<log__context>\d{1,2})) (?<body>\S.*)`;

/** Heads of databases, of what stands before them, and of what stores and searches; see `HEADS`. */
export const DATABASE_HEADS: readonly ServerHead[] = [
  // ClickHouse: `2026.11.20 08:00:01.123456 [ 42 ] {query} <Debug> name: message`
  {
    begins: DIGIT,
    mark: "} <",
    next: BRACKET,
    head: String.raw`${TIME} \[ (?<thread__id>\d+) \] \{(?<request__id>[^}]*)\} ` +
      String
        .raw`<(?<severity>[A-Z][a-z]+)> (?<otel__scope__name>[^\s:]+(?:::[^\s:]+)*(?: \([^)]*\))*): (?<body>.*)`,
  },
  // Ceph's cluster log: `time mon.a (mon.0) 12 : cluster [WRN] message`, older: `time mon.a mon.0 10.0.0.7:6789/0 12 : …`
  {
    begins: DIGIT,
    mark: " : ",
    next: LETTERS,
    head: String
      .raw`${TIME} (?<service>[\w.-]+) (?:\([\w.-]+\)|[\w.-]+ (?<server__address>\S+):(?<server__port>\d+)/\d+) (?<log__record__sequence>\d+) : ` +
      String.raw`(?<otel__scope__name>\w+) \[(?<severity>[A-Z]{3,})\] (?<body>.*)`,
  },
  // Ceph's daemons: `time 7f1234567890 -1 osd.0 12 message`; they write errors with -1. In containers all lines are `debug`
  {
    begins: DIGIT,
    mark: " 7f",
    next: "7",
    head: CEPH,
    severities: new Map([["-1", 17]]),
  },
  {
    begins: "d",
    mark: "debug ",
    at: 0,
    also: " 7f",
    head: `(?<log__prefix>debug) ${CEPH}`,
    severities: new Map([["-1", 17]]),
  },
  // NFS-Ganesha: `20/11/2026 08:00:01 : epoch 655b1a2b : host : ganesha.nfsd-42[main] function :COMPONENT :EVENT :message`
  {
    begins: DIGIT,
    mark: " : epoch ",
    at: 19,
    head: String.raw`(?<time_day_first>\d\d/\d\d/\d{4} ${CLOCK}) : epoch \w+ : (?<host>\S+) : ` +
      String.raw`(?<service>\S+)-${PID}\[(?<thread__name>[^\]]+)\] (?<code__function__name>\w+) ` +
      String.raw`:(?<otel__scope__name>[^:]+) :(?<severity>\w+) :(?<body>.*)`,
    severities: new Map([["EVENT", 9], ["MAJ", 17], ["F_DBG", 1], ["M_DBG", 5]]),
  },
  // GlusterFS: `[time] W [MSGID: 1] [file.c:12:function] 0-name: message`
  {
    begins: BRACKET,
    mark: "] ",
    isHers: isGlusters,
    head: String.raw`\[${TIME}\] (?<severity>[A-Z]) (?:\[MSGID: (?<event__id>\d+)\] )?` +
      String.raw`\[${FILE}:${LINE}:${FUNCTION}\] (?:(?<otel__scope__name>\d+-[\w-]+): )?(?<body>.*)`,
  },
  // CockroachDB: `I261120 08:00:01.123456 42 1@server/node.go:12 ⋮ [n1] 51  message`
  {
    begins: "IWEF",
    mark: ".go:",
    head:
      String.raw`(?<severity>[IWEF])(?<time>\d{6} ${CLOCK}) (?<thread__id>\d+) (?:\d+@)?${FILE}:${LINE} ⋮ ` +
      String.raw`\[(?<log__context>[^\]]*)\] (?:(?<log__record__sequence>\d+) )? *(?<body>.*)`,
  },
  // ProxySQL, Gitea: `2026-11-20 08:00:01 file.cpp:12:function(): [ERROR] message`
  {
    begins: DIGIT,
    mark: "() [",
    next: LETTERS + "./_",
    head: String.raw`${TIME} ${FILE}:${LINE}:${FUNCTION}\(\) \[(?<severity>[A-Za-z]+)\] (?<body>.*)`,
  },
  {
    begins: DIGIT,
    mark: "(): [",
    next: LETTERS + "./_",
    head: String.raw`${TIME} ${FILE}:${LINE}:${FUNCTION}\(\): \[(?<severity>[A-Z]+)\] (?<body>.*)`,
  },
  // PostgreSQL with the whole prefix in angle brackets: `< time host user@database 123 >LOG:  message`, `< time > LOG:  …`
  {
    begins: "<",
    mark: "< ",
    head: String
      .raw`< ${TIME} (?:(?<client__address>(?!\d+ )[^\s@>]*) )?(?:(?<user__name>[^\s@>]*)@(?<db__namespace>[^\s@>]*) )?` +
      String.raw`(?:(?<process__pid>\d+) )? *> ?(?:(?<severity>${POSTGRES}):  )?(?<body>.*)`,
  },
  // MariaDB, and MySQL before 8: all behind the severity is message (`InnoDB: Using io_uring`)
  {
    begins: DIGIT,
    mark: " [",
    next: DIGIT,
    isHers: hasNote,
    head: String.raw`(?<time>${DAY}(?: +\d{1,2}:\d\d:\d\d|T[\d:.]+Z)) (?<thread__id>\d+) ` +
      String.raw`\[(?<severity>Note|Warning|ERROR)\] (?!\[MY-)(?<body>.*)`,
  },
  // PgBouncer's clients and servers: `time [123] WARNING C-0x55d0: database/user@address message`
  {
    begins: DIGIT,
    mark: "-0x",
    next: BRACKET,
    head: String.raw`${TIME} \[(?<process__pid>\d+)\] (?<severity>${POSTGRES}) ` +
      String.raw`(?<body>[CS]-0x[0-9a-f]+: (?:(?<db__namespace>[^/ ]+)/(?<user__name>[^@ ]+)@\S+ )?.*)`,
  },
  // its figures: `time [123] LOG stats: 7 xacts/s, 12 queries/s, …, xact 1204 us, query 800 us, wait 3 us`
  {
    begins: DIGIT,
    mark: "] LOG stats: ",
    next: BRACKET,
    head: String.raw`${TIME} \[(?<process__pid>\d+)\] (?<severity>LOG) ` +
      String.raw`(?<body>stats: (?<xacts_per_second>\d+) xacts/s, (?<queries_per_second>\d+) queries/s, .*` +
      String.raw`xact (?<xact_time>\d+ us), query (?<query_time>\d+ us), wait (?<wait_time>\d+ us).*)`,
  },
  // The lowest of its severities: `time [123] NOISE message`
  {
    begins: DIGIT,
    mark: "] NOISE ",
    next: BRACKET,
    head: String.raw`${TIME} \[(?<process__pid>\d+)\] (?<severity>NOISE) (?<body>.*)`,
    severities: new Map([["NOISE", 1]]),
  },
  // Solr: `time INFO  (thread) [c:collection] logger message`
  {
    begins: DIGIT,
    mark: ") [",
    next: LETTERS,
    head:
      String.raw`${TIME} (?<severity>[A-Z]+) +\((?<thread__name>[^)]*)\) \[(?<log__context>[^\]]*?) *\] ` +
      String.raw`(?<otel__scope__name>(?:[a-z]+\.)+[\w$.]+) (?<body>.*)`,
  },
  // ArangoDB: `time [42] INFO [e52b0] {general} message`
  {
    begins: DIGIT,
    mark: "] {",
    next: BRACKET,
    head: String
      .raw`${TIME} \[(?<process__pid>\d+)(?:-\d+)?\] (?<severity>[A-Z]+) \[(?<event__id>[0-9a-f]{5})\] ` +
      String.raw`\{(?<otel__scope__name>[\w-]+)\} (?<body>.*)`,
  },
  // Couchbase: `[ns_server:info,time,node:<0.1.0>:module:function:12]message`
  {
    begins: BRACKET,
    mark: "@",
    isHers: isCouchbases,
    head:
      String.raw`\[(?<otel__scope__name>\w+):(?<severity>\w+),${TIME},(?<service__instance__id>[^\]\s:]+):` +
      String.raw`[^\]\s]*?(?<code__function__name>\w+:\w+):${LINE}\](?<body>.*)`,
  },
  // PostgreSQL with the code of the state before the severity (`%e`), behind user, database and application or not
  {
    begins: DIGIT,
    mark: ":  ",
    isHers: hasState,
    head: String.raw`${TIME} \[(?<process__pid>\d+)\](?: (?:\[unknown\]|(?<user__name>[^\s@[]+))@` +
      String.raw`(?:\[unknown\]|(?<db__namespace>[^\s/[]+))(?:/(?:\[unknown\]|(?<log__context>\S+)))?)?:? ` +
      String
        .raw`(?<db__response__status_code>(?=[A-Z]*\d)[0-9A-Z]{5}) (?:(?<severity>${POSTGRES}):  )?(?<body>.*)`,
  },
  // MySQL before 5.6: `261120  8:00:01 InnoDB: message`
  {
    begins: DIGIT,
    mark: " ",
    at: 6,
    also: " InnoDB: ",
    head: String.raw`(?<time>\d{6} +\d{1,2}:\d\d:\d\d) +(?<body>InnoDB: .*)`,
  },
  // Oracle's listener: `20-NOV-2026 08:00:01 * message`
  {
    begins: DIGIT,
    mark: " * ",
    at: 20,
    head: String.raw`(?<time>\d\d-[A-Z]{3}-\d{4} ${CLOCK}) \* (?<body>.*)`,
  },
  // DB2's diagnostics, what they say in the lines below: `2026-11-20-08.00.01.123456+000 I1234E512   LEVEL: Event`
  {
    begins: DIGIT,
    mark: " LEVEL: ",
    isHers: (bytes, from) => bytes[from + 10] === 0x2d && bytes[from + 13] === 0x2e,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d\.\d+[+-]\d{3}) (?<log__context>[A-Z]\d+[A-Z]\d+) +` +
      String.raw`LEVEL: (?<severity>\w+)(?: \([^)]*\))? *(?<body>)$`,
    severities: new Map([["Event", 9]]),
  },
  // SAP HANA: `[4242]{-1}[-1/-1] 2026-11-20 08:00:01.123456 i Basis            File.cpp(00612) : message`
  {
    begins: BRACKET,
    mark: "]{",
    isHers: isHanas,
    head: String.raw`\[${THREAD}\]\{(?<connection__id>-?\d+)\}\[[^\]]*\] ${TIME} (?<severity>[a-z]) ` +
      String.raw`(?<otel__scope__name>\S+) +${FILE}\(0*${LINE}\) : (?<body>.*)`,
  },
  // RethinkDB, with the seconds since its start: `2026-11-20T08:00:01.123456789 0.123456s info: message`
  {
    begins: DIGIT,
    mark: "s ",
    next: DIGIT,
    head: String.raw`(?<time>${DAY}T${CLOCK}) (?<log__prefix>\d+\.\d+)s (?<severity>[a-z]+): (?<body>.*)`,
  },
  // Tarantool, whose banner has the letter of its errors: `2026-11-20 08:00:01.123 [42] main/103/init.lua I> message`
  {
    begins: DIGIT,
    mark: "> ",
    next: BRACKET,
    isHers: (bytes, from, to) => bytes[behindTime(bytes, from, to)] === 0x5b,
    head: String
      .raw`${TIME} \[${PID}\] (?<thread__name>[^\s>]+(?: [^\s>]+)?) (?<severity>[A-Z!])> (?<body>.*)`,
    severities: new Map([["C", 9], ["!", 17]]),
  },
  // Adaptive Server: `00:0002:00000:00014:2026/11/20 08:00:01.12 server  message`
  {
    begins: "0123",
    mark: ":00",
    at: 7,
    head: String.raw`\d\d:\d{4}:\d{5}:0*${THREAD}:${TIME} (?<otel__scope__name>\w+) +(?<body>.*)`,
  },
  // OpenEdge: `[2026/11/20@08:00:01.123+0000] P-4242 T-9000 I BROKER  0: (333) message`
  {
    begins: BRACKET,
    mark: "] P-",
    isHers: (bytes, from) => bytes[from + 5] === 0x2f && bytes[from + 11] === 0x40,
    head:
      String.raw`\[(?<time>\d{4}/\d\d/\d\d@[^\]]+)\] P-${PID} +T-(?<thread__id>\d+) +(?<severity>[A-Z]) ` +
      String.raw`(?<otel__scope__name>[A-Za-z]+) {0,8}\d{0,6}: +(?:\((?<event__id>[\d-]+)\) +)?(?<body>.*)`,
  },
  // InterSystems: `11/20/26-08:00:01:123 (4242) 2 [Generic.Event] message`
  {
    begins: DIGIT,
    mark: "-",
    at: 8,
    also: ") ",
    head: String.raw`(?<time>\d\d/\d\d/\d\d-\d\d:\d\d:\d\d:\d{3}) \(${PID}\) (?<severity>[0-3]) ` +
      String.raw`(?:\[(?<otel__scope__name>[^\]]+)\] )?(?<body>.*)`,
    severities: new Map([["0", 9], ["1", 13], ["2", 17], ["3", 21]]),
  },
  // pgBackRest: `2026-11-20 08:00:01.123 P01   INFO: message`
  {
    begins: DIGIT,
    mark: " P",
    at: 23,
    head: String
      .raw`${TIME} P(?<thread__id>\d+) +(?<severity>INFO|WARN|ERROR|DETAIL|DEBUG|TRACE|HINT): (?<body>.*)`,
    severities: new Map([["DETAIL", 5], ["HINT", 9]]),
  },
  // MaxScale: `2026-11-20 08:00:01   notice : (12) message`
  {
    begins: DIGIT,
    mark: "   ",
    at: 19,
    head: String.raw`${TIME} +(?:\(\d+\) )?(?<severity>notice|warning|error|info|debug|alert) *: (?<body>.*)`,
  },
  // SQL Server: `2026-11-20 08:00:01.12 spid9s      message`, a fraction of two digits and a column of twelve
  {
    begins: DIGIT,
    mark: " ",
    at: 22,
    next: LETTERS,
    isHers: isSqlServers,
    head: String.raw`${TIME} (?<thread__name>\S+) +(?<body>(?:Error: \d+, Severity: (?<severity>\d+), )?.*)`,
    severities: SQL_SERVERS,
  },
  // SQL Server's reports: `library!WindowsService_0!1234!11/20/2026-08:00:01:: i INFO: message`
  {
    begins: LETTERS,
    mark: ":: ",
    isHers: isReporting,
    head: String.raw`(?<otel__scope__name>[\w.]+)!(?<log__context>[\w.-]+)!(?<thread__id>\w+)!` +
      String.raw`(?<time>\d\d/\d\d/\d{4}-[\d:]{8}):: (?:\w )?(?:(?<severity>[A-Z]+): )?(?<body>.*)`,
  },
  // GoldenGate: `2026-11-20T08:00:01.123+0000  INFO    OGG-00987  message`
  {
    begins: DIGIT,
    mark: " OGG-",
    isHers: (bytes, from) =>
      bytes[from + 10] === 0x54 && (bytes[from + 23] === 0x2b || bytes[from + 23] === 0x2d),
    head: String.raw`${TIME} +(?<severity>[A-Z]+) +(?<event__id>OGG-\d{5})  (?<body>.*)`,
  },
  // Redshift's log of users: `'2026-11-20T08:00:01Z UTC [ db=dev user=app pid=42 userid=1 xid=7 ]' LOG: SELECT 1`
  {
    begins: "'",
    mark: "Z UTC [ ",
    head: String
      .raw`'(?<time>\d{4}-\d\d-\d\dT${CLOCK}Z) UTC \[ db=(?<db__namespace>\S*) user=(?<user__name>\S*) ` +
      String.raw`pid=(?<process__pid>\d+) userid=\d+ xid=(?<xid>\d+) \]' (?<severity>[A-Z]+): (?<body>.*)`,
  },
  // Coherence: `2026-11-20 08:00:01.123/1.234 Oracle Coherence GE 14.1 <Info> (thread=main, member=1): message`
  {
    begins: DIGIT,
    mark: "/",
    at: 23,
    also: " Oracle Coherence ",
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d ${CLOCK})/[\d.]+ (?<service>Oracle Coherence) (?:[A-Z]+ )?[\d.]+ ` +
      String.raw`<(?<severity>\w+)> \(thread=(?<thread__name>.*?), member=(?<member>[^)]*)\): (?<body>.*)`,
    severities: new Map([["D4", 5], ["D5", 5], ["D6", 5], ["D7", 5], ["D8", 5], ["D9", 5]]),
  },
];
