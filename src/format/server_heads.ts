import {
  hasNote,
  hasState,
  isClock,
  isCouchbases,
  isFlys,
  isFoundrys,
  isGlusters,
  isMonotonic,
  isMonth,
  isNumbered,
  isSeconds,
  isSlashed,
} from "./server_marks.ts";

const DAY = String.raw`\d{4}[-/.]\d\d[-/.]\d\d`;
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:[.,]\d+)?`;
const TIME = String.raw`(?<time>${DAY}[ T]${CLOCK}(?:Z| ?[+-]\d\d:?\d\d| [A-Z]{3,4}(?![\w:]))?)`;
const SYSLOG_TIME = String.raw`(?<time>[A-Z][a-z]{2} [ \d]\d ${CLOCK})`;
const FILE = String.raw`(?<code__file__path>[\w./-]+\.\w+)`;
const LINE = String.raw`(?<code__line__number>\d+)`;
const FUNCTION = String.raw`(?<code__function__name>[\w.:~<>]+)`;
const LOGGER = String.raw`(?<otel__scope__name>[\w.-]+)`;
const POSTGRES = "LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?";

/** The bytes that a head can begin with. */
const DIGIT = "0123456789";
const BRACKET = "[";
const MONTH = "JFMASOND";
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export interface ServerHead {
  begins: string;
  /** Text that every such line holds, near its beginning. */
  mark: string;
  /** Where it stands, if always at one place: told at once of most lines. */
  at?: number;
  /** What else it holds near its beginning. */
  also?: string;
  /** The bytes of which one comes behind a day and a clock that the line begins with (and a zone). */
  next?: string;
  /** What such a line must be besides. */
  isHers?: (bytes: Uint8Array, from: number, to: number) => boolean;
  /** As a format of one's own is written. */
  head: string;
}

/**
 * Heads of servers that name their parts by place: with nothing that tells a general reader what is a name, a number or
 * the message. Each has a text that marks it.
 */
export const HEADS: readonly ServerHead[] = [
  // Dovecot: `Nov 20 08:00:01 imap(bob)<123><session>: Info: message`
  {
    begins: MONTH,
    mark: ": ",
    head: SYSLOG_TIME +
      String
        .raw` ${LOGGER}(?:\((?<log__context>[^\s)]*)\))?(?:<[^\s>]*>)*: (?<severity>Debug|Info|Warning|Error|Fatal|Panic): (?<body>.*)`,
  },
  // OpenWrt: `Fri Nov 20 08:00:01 2026 daemon.info dnsmasq[42]: message`
  {
    begins: "MTWFS",
    mark: ": ",
    head: String
      .raw`(?<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK} \d{4}) (?<syslog__facility>[a-z]+\d?)\.` +
      String.raw`(?<severity>[a-z]+) (?<service>[\w./-]+?)(?:\[(?<process__pid>\d+)\])?: (?<body>.*)`,
  },
  // unbound with times in words: `Nov 20 08:00:01 unbound[123:0] notice: message`
  {
    begins: MONTH + BRACKET,
    mark: ":0] ",
    isHers: isMonth,
    head: String.raw`\[?${SYSLOG_TIME}\]? (?<service>[\w-]+)\[(?<process__pid>\d+):(?<thread__id>\d+)\] ` +
      String.raw`(?<severity>[a-z]+): (?<body>.*)`,
  },
  // stunnel: `2026.11.20 08:00:01 LOG5[ui]: message`
  {
    begins: DIGIT,
    mark: " LOG",
    at: 19,
    head: String.raw`${TIME} LOG(?<severity>[0-7])\[(?<thread__id>[^\]\s]*)\]: (?<body>.*)`,
  },
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
  // Samba: `[2026/11/20 08:00:01.123456,  0] file.c:12(function)`, the message in the lines below
  {
    begins: BRACKET,
    mark: ",  ",
    isHers: isSlashed,
    head: String
      .raw`\[${TIME}, +(?<log__context>\d+)(?:, [^\]]*)?\] ${FILE}:${LINE}\(${FUNCTION}\)(?<body> *)$`,
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
  // lighttpd: `2026-11-20 08:00:01: (server.c.1704) message`
  {
    begins: DIGIT,
    mark: ": (",
    next: "(",
    head: String.raw`${TIME}: \((?<code__file__path>[\w-]+\.c)\.${LINE}\) (?<body>.*)`,
  },
  // Fly: `2026-11-20T08:00:01Z app[148ed193b95948] ams [info]message`
  {
    begins: DIGIT,
    mark: "] ",
    isHers: isFlys,
    head: String.raw`${TIME} (?<service>[a-z]+)\[(?<service__instance__id>[0-9a-f]{8,})\] ` +
      String.raw`(?<cloud__region>[a-z]{3}) \[(?<severity>[a-z]+)\] ?(?<body>.*)`,
  },
  // Cloud Foundry: `   2026-11-20T08:00:01.12+0000 [APP/PROC/WEB/0] OUT message`
  {
    begins: " " + DIGIT,
    mark: "] ",
    isHers: isFoundrys,
    head: String.raw` *${TIME} \[(?<otel__scope__name>[A-Z]+(?:/[\w-]+)+)\] ` +
      String.raw`(?<log__iostream>OUT|ERR) (?<body>.*)`,
  },
  // Karaf: `time | INFO  | thread | logger | 18 - bundle - 4.4.6 | message`
  {
    begins: DIGIT,
    mark: " | ",
    next: "|",
    head: String
      .raw`${TIME} \| (?<severity>[A-Z]+) *\| (?<thread__name>[^|]*?) *\| (?<otel__scope__name>[^|]*?) *\| ` +
      String.raw`(?<log__context>\d+ - [^|]*?) *\| (?<body>.*)`,
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
  // Network load balancers of AWS
  {
    begins: "t",
    mark: " net/",
    head: String.raw`(?:tls|tcp) \d\.\d (?<time>${DAY}T${CLOCK}) (?<body>(?<aws__elb__name>net/\S+) \S+ ` +
      String.raw`(?<client__address>\S+):(?<client__port>\d+) .*)`,
  },
  // Minecraft: `[08:00:01] [Server thread/INFO]: message`
  {
    begins: BRACKET,
    mark: "]: ",
    isHers: isClock,
    head: String.raw`\[(?<time>\d\d:\d\d:\d\d)\] \[(?<thread__name>[^\]/]+)/(?<severity>[A-Z]+)\]` +
      String.raw`(?: \[(?<otel__scope__name>[^\]]*)\])?: (?<body>.*)`,
  },
  // PgBouncer's clients and servers: `time [123] WARNING C-0x55d0: database/user@address message`
  {
    begins: DIGIT,
    mark: "-0x",
    next: BRACKET,
    head: String.raw`${TIME} \[(?<process__pid>\d+)\] (?<severity>${POSTGRES}) (?<body>[CS]-0x[0-9a-f]+: .*)`,
  },
  // Ansible's file: `time p=42 u=jane n=ansible | TASK [ping] ***`
  {
    begins: DIGIT,
    mark: " p=",
    next: "p",
    head: String.raw`${TIME} p=(?<p>\d+) u=(?<u>\S+) n=(?<n>\S+) ` +
      String.raw`(?:(?<severity>[A-Z]+) ?)?\| (?<body>.*)`,
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
  // WebSphere Liberty: `[11/20/26, 8:00:01:123 UTC] 0000001a logger I message`
  {
    begins: BRACKET,
    mark: "] 0",
    isHers: isNumbered,
    head: String
      .raw`\[(?<time>\d[^\]]*)\] (?<thread__id>[0-9a-f]{8}) (?<otel__scope__name>(?:[\w$]+\.)+[\w$]+) +` +
      String.raw`(?<severity>[FEWAIDO]) (?<body>.*)`,
  },
  // Synapse, with a line's number among the parts: `time - logger - 12 - INFO - request - message`
  {
    begins: DIGIT,
    mark: " - ",
    next: "-",
    head: String.raw`${TIME} - (?<otel__scope__name>[\w.-]+) - ${LINE} - (?<severity>[A-Z]+) - ` +
      String.raw`(?<log__context>\S+) - (?<body>.*)`,
  },
  // Linkerd's proxy: `[     0.002543s]  INFO ThreadId(01) linkerd2_proxy: message`
  {
    begins: BRACKET,
    mark: "ThreadId(",
    isHers: isSeconds,
    head: String.raw`\[ *(?<log__prefix>\d+\.\d+s)\] +(?<severity>[A-Z]+) ThreadId\((?<thread__id>\d+)\) ` +
      String.raw`(?:\S*\{[^}]*\}: ?)*(?<otel__scope__name>[\w:]+): (?<body>.*)`,
  },
  // Calico: `time [INFO][42] felix/health.go 211: message`
  {
    begins: DIGIT,
    mark: "][",
    next: BRACKET,
    head: String.raw`${TIME} \[(?<severity>[A-Z]+)\]\[(?<process__pid>\d+)\] ${FILE} ${LINE}: (?<body>.*)`,
  },
  // VMware's kernel: `time cpu3:2097152)WARNING: message`
  {
    begins: DIGIT,
    mark: " cpu",
    next: "c",
    head: String
      .raw`${TIME} cpu\d+:(?<thread__id>\d+)(?: opID=\S+)?\)(?:(?<severity>WARNING|ALERT): )?(?<body>.*)`,
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
  // Datadog's agent for traces, whose name is a severity: `time UTC | TRACE | INFO | (file.go:12 in function) | message`
  {
    begins: DIGIT,
    mark: " | TRACE | ",
    at: 23,
    head: String.raw`${TIME} \| (?<otel__scope__name>TRACE) \| (?<severity>[A-Z]+) +\| ` +
      String.raw`\(${FILE}:${LINE} in ${FUNCTION}\) \| (?<body>.*)`,
  },
  // libvirt: `time+0000: 42: error : function:12 : message`
  {
    begins: DIGIT,
    mark: ": ",
    at: 28,
    head: String
      .raw`(?<time>\d{4}-\d\d-\d\d ${CLOCK}[+-]\d{4}): (?<thread__id>\d+): (?<severity>debug|info|warning|error) : ` +
      String.raw`(?:${FUNCTION}:${LINE} : )?(?<body>.*)`,
  },
  // Rspamd: `time #42(normal) <session>; task; function: message`
  {
    begins: DIGIT,
    mark: " #",
    at: 19,
    head: String.raw`${TIME} #(?<process__pid>\d+)\((?<log__context>\w+)\) <(?<request__id>\w*)>; ` +
      String.raw`(?<otel__scope__name>[\w-]*); (?:${FUNCTION}: )?(?<body>.*)`,
  },
  // Oracle's listener: `20-NOV-2026 08:00:01 * message`
  {
    begins: DIGIT,
    mark: " * ",
    at: 20,
    head: String.raw`(?<time>\d\d-[A-Z]{3}-\d{4} ${CLOCK}) \* (?<body>.*)`,
  },
  // Icecast: `[2026-11-20  08:00:01] INFO module/function message`
  {
    begins: BRACKET,
    mark: "  ",
    at: 11,
    head: String.raw`\[(?<time>\d{4}-\d\d-\d\d  ${CLOCK})\] (?<severity>[A-Z]+) ` +
      String.raw`(?<otel__scope__name>[\w-]+)/(?<code__function__name>\w+) (?<body>.*)`,
  },
  // journalctl with seconds since the start, or since 1970: `[    5.123456] host tag[42]: message`
  {
    begins: BRACKET,
    mark: "]: ",
    isHers: isMonotonic,
    head: String.raw`\[ *(?<log__prefix>\d+\.\d{6})\] (?<host>[\w.-]+) (?<service>[\w@./:-]+)` +
      String.raw`\[(?<process__pid>\d+)\]: (?<body>.*)`,
  },
  {
    begins: BRACKET,
    mark: " kernel: ",
    isHers: isMonotonic,
    head: String.raw`\[ *(?<log__prefix>\d+\.\d{6})\] (?<host>[\w.-]+) (?<service>kernel): (?<body>.*)`,
  },
  {
    begins: DIGIT,
    mark: ".",
    at: 10,
    also: " kernel: ",
    head: String.raw`(?<time>\d{10}\.\d{6}) (?<host>[\w.-]+) (?<service>kernel): (?<body>.*)`,
  },
  // JFrog's servers: `time [jfrt ] [INFO ] [trace] [o.a.Class:12] [thread ] - message`
  {
    begins: DIGIT,
    mark: " [jf",
    at: 24,
    head: String
      .raw`${TIME} \[(?<service>jf\w+) *\] \[(?<severity>[A-Z]+) *\] \[(?:(?<trace>[0-9a-f]{16,32})| *|[^\]]*)\] ` +
      String
        .raw`\[(?<otel__scope__name>[^\]:]*?)(?::${LINE})? *\] \[(?<thread__name>[^\]]*?) *\] - (?<body>.*)`,
  },
  // SonarQube: `2026.11.20 08:00:01 INFO  app[][startup] message`
  {
    begins: DIGIT,
    mark: ".",
    at: 4,
    also: "[][",
    head: String
      .raw`${TIME} (?<severity>[A-Z]+) +(?<service>[a-z]+)\[\]\[(?<otel__scope__name>[^\]]*)\] (?<body>.*)`,
  },
  // Odoo without a database: `time 42 ERROR ? odoo.http: message`
  {
    begins: DIGIT,
    mark: ",",
    at: 19,
    also: " ? ",
    head: String.raw`${TIME} (?<process__pid>\d+) (?<severity>[A-Z]+) \? ${LOGGER}: (?<body>.*)`,
  },
  // Jira: `time thread INFO user 480x12x1 session address /path [logger] message`
  {
    begins: DIGIT,
    mark: "+",
    at: 23,
    also: "x1 ",
    head: String
      .raw`${TIME} (?<thread__name>\S+) (?<severity>[A-Z]+) (?<user__name>\S+) (?<request__id>\d+x\d+x\d+) ` +
      String
        .raw`(?<log__context>\S+) (?<client__address>[^\s,]+)\S* (?<url__path>\S+) \[${LOGGER}\] (?<body>.*)`,
  },
  // Slurm in the foreground: `slurmctld: error: message`
  {
    begins: "s",
    mark: "slurm",
    head: String.raw`(?<service>slurm\w+): (?<severity>error|fatal|debug[1-5]?|verbose): +(?<body>.*)`,
  },
];
