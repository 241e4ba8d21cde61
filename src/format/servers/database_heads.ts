import {
  BRACKET,
  CLOCK,
  DAY,
  DIGIT,
  FILE,
  FUNCTION,
  LETTERS,
  LINE,
  type ServerHead,
  TIME,
} from "./server_head.ts";
import { hasNote, hasState, isCouchbases, isGlusters } from "./server_marks.ts";

/** PostgreSQL's severities. */
const POSTGRES = "LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?";

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
  // Ceph's cluster log: `time mon.a (mon.0) 12 : cluster [WRN] message`
  {
    begins: DIGIT,
    mark: " : ",
    next: LETTERS,
    head: String.raw`${TIME} (?<service>[\w.-]+) \([\w.-]+\) (?<log__record__sequence>\d+) : ` +
      String.raw`(?<otel__scope__name>\w+) \[(?<severity>[A-Z]{3,})\] (?<body>.*)`,
  },
  // Ceph's daemons: `time 7f1234567890 -1 osd.0 12 message`
  {
    begins: DIGIT,
    mark: " 7f",
    next: "7",
    head: String.raw`${TIME} (?<thread__id>7f[0-9a-f]{10}) +(?<log__context>-?\d{1,2}) (?<body>\S.*)`,
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
  // PostgreSQL with the whole prefix in angle brackets: `< time host user@database 123 >LOG:  message`
  {
    begins: "<",
    mark: "< ",
    head: String
      .raw`< ${TIME} (?:(?<client__address>[^\s@>]*) )?(?:(?<user__name>[^\s@>]*)@(?<db__namespace>[^\s@>]*) )?` +
      String.raw`(?:(?<process__pid>\d+) )? *>(?:(?<severity>${POSTGRES}):  )?(?<body>.*)`,
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
    head: String.raw`${TIME} \[(?<process__pid>\d+)\] (?<severity>${POSTGRES}) (?<body>[CS]-0x[0-9a-f]+: .*)`,
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
];
