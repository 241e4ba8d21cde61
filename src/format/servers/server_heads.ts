import { isDigit } from "../time/timestamp_parts.ts";
import { APPLICATION_HEADS } from "./application_heads.ts";
import { DAEMON_HEADS } from "./daemon_heads.ts";
import { DATABASE_HEADS } from "./database_heads.ts";
import { FRAMEWORK_HEADS } from "./framework_heads.ts";
import { JAVA_HEADS } from "./java_heads.ts";
import { MOBILE_HEADS } from "./mobile_heads.ts";
import { NETWORK_HEADS } from "./network_heads.ts";
import { PLATFORM_HEADS } from "./platform_heads.ts";
import { SECTION_HEADS } from "./section_heads.ts";
import {
  BRACKET,
  CLOCK,
  DIGIT,
  FILE,
  FUNCTION,
  LINE,
  LOGGER,
  MONTH,
  PID,
  type ServerHead,
  SYSLOG_TIME,
  TIME,
} from "./server_head.ts";
import { SLOW_QUERIES } from "./slow_query.ts";
import { TRAFFIC_HEADS, UNBOUND_QUERY } from "./traffic_heads.ts";
import { isClock, isFlys, isFoundrys, isMonotonic, isMonth, isNumbered, isSlashed } from "./server_marks.ts";

/**
 * Heads of servers that name their parts by place: with nothing that tells a general reader what is a name, a number or
 * the message. Each has a text that marks it.
 */
export const HEADS: readonly ServerHead[] = [
  ...DATABASE_HEADS,
  ...NETWORK_HEADS,
  ...PLATFORM_HEADS,
  ...MOBILE_HEADS,
  ...SECTION_HEADS,
  ...SLOW_QUERIES,
  ...TRAFFIC_HEADS,
  ...APPLICATION_HEADS,
  ...DAEMON_HEADS,
  ...FRAMEWORK_HEADS,
  ...JAVA_HEADS,
  // Dovecot: `Nov 20 08:00:01 imap(bob)<123><session>: Info: message`
  {
    begins: MONTH,
    mark: ": ",
    head: SYSLOG_TIME +
      String
        .raw` ${LOGGER}(?:\((?<log__context>[^\s)]*)\))?(?:<[^\s>]*>)*: (?<severity>Debug|Info|Warning|Error|Fatal|Panic): (?<body>.*)`,
  },
  // OpenWrt: `Fri Nov 20 08:00:01 2026 daemon.info dnsmasq[42]: message`, of some without a name
  {
    begins: "MTWFS",
    mark: ": ",
    head: String
      .raw`(?<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK} \d{4}) (?<syslog__facility>[a-z]+\d?)\.` +
      String.raw`(?<severity>[a-z]+) (?:(?<service>[\w./-]+?)(?:\[(?<process__pid>\d+)\])?)?: (?<body>.*)`,
  },
  // unbound with times in words: `Nov 20 08:00:01 unbound[123:0] notice: message`
  {
    begins: MONTH + BRACKET,
    mark: ":0] ",
    isHers: isMonth,
    head: String.raw`\[?${SYSLOG_TIME}\]? (?<service>[\w-]+)\[(?<process__pid>\d+):(?<thread__id>\d+)\] ` +
      String.raw`(?<severity>[a-z]+): (?!${UNBOUND_QUERY})(?<body>.*)`,
  },
  // stunnel: `2026.11.20 08:00:01 LOG5[ui]: message`
  {
    begins: DIGIT,
    mark: " LOG",
    at: 19,
    head: String.raw`${TIME} LOG(?<severity>[0-7])\[(?<thread__id>[^\]\s]*)\]: (?<body>.*)`,
  },
  // Samba: `[2026/11/20 08:00:01.123456,  0] file.c:12(function)`, the message in the lines below
  {
    begins: BRACKET,
    mark: ",  ",
    isHers: isSlashed,
    head: String
      .raw`\[${TIME}, +(?<log__context>\d+)(?:, pid=${PID})?(?:, [^\]]*)?\] ${FILE}:${LINE}\(${FUNCTION}\)(?<body> *)$`,
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
    isEnvelope: true,
  },
  // Cloud Foundry: `   2026-11-20T08:00:01.12+0000 [APP/PROC/WEB/0] OUT message`
  {
    begins: " " + DIGIT,
    mark: "] ",
    isHers: isFoundrys,
    head: String.raw` *${TIME} \[(?<otel__scope__name>[A-Z]+(?:/[\w-]+)+)\] ` +
      String.raw`(?<log__iostream>OUT|ERR) (?<body>.*)`,
    isEnvelope: true,
  },
  // Karaf: `time | INFO  | thread | logger | 18 - bundle - 4.4.6 | message`
  {
    begins: DIGIT,
    mark: " | ",
    next: "|",
    head: String
      .raw`${TIME} \| (?<severity>[A-Z]+) *\| (?<thread__name>[^|]{0,120}?) {0,120}\| (?<otel__scope__name>[^|]{0,120}?) {0,120}\| ` +
      String.raw`(?<log__context>\d+ - [^|]{0,120}?) {0,120}\| (?<body>.*)`,
  },
  // Minecraft: `[08:00:01] [Server thread/INFO]: message`
  {
    begins: BRACKET,
    mark: "]: ",
    isHers: isClock,
    head: String.raw`\[(?<time>\d\d:\d\d:\d\d)\] \[(?<thread__name>[^\]/]+)/(?<severity>[A-Z]+)\]` +
      String.raw`(?: \[(?<otel__scope__name>[^\]]*)\])?: (?<body>.*)`,
  },
  // Ansible's file: `time p=42 u=jane n=ansible | TASK [ping] ***`
  {
    begins: DIGIT,
    mark: " p=",
    next: "p",
    head: String.raw`${TIME} p=(?<p>\d+) u=(?<u>\S+) n=(?<n>\S+) ` +
      String.raw`(?:(?<severity>[A-Z]+) ?)?\| (?<body>.*)`,
    isEnvelope: true,
  },
  // WebSphere Liberty: `[11/20/26, 8:00:01:123 UTC] 0000001a logger I message`; its console: `[AUDIT   ] message`. An
  // audit is what an operator should see, and no alert
  {
    begins: BRACKET,
    mark: "[AUDIT   ] ",
    at: 0,
    head: String.raw`\[(?<severity>AUDIT)   \] (?<body>.*)`,
    severities: new Map([["AUDIT", 9]]),
  },
  {
    begins: BRACKET,
    mark: "] 0",
    isHers: isNumbered,
    head: String
      .raw`\[(?<time>\d[^\]]*)\] (?<thread__id>[0-9a-f]{8}) (?<otel__scope__name>(?:[\w$]+\.)+[\w$]+) +` +
      String.raw`(?<severity>[FEWAIDO]) (?<body>.*)`,
    severities: new Map([["A", 9]]),
  },
  // Suricata: `[42] 20/11/2026 -- 08:00:01 - (file.c:12) <Info> (Function) -- message`
  {
    begins: BRACKET,
    mark: " -- ",
    also: ") <",
    head: String
      .raw`\[${PID}\] (?<time_day_first>\d+/\d+/\d{4} -- ${CLOCK}) (?:\[(?<log__context>[^\]]*)\] )?- ` +
      String.raw`\(${FILE}:${LINE}\) <(?<severity>[A-Z]\w+)> \(${FUNCTION}\) -- (?<body>.*)`,
    severities: new Map([["Perf", 9]]),
  },
  // Synapse, with a line's number among the parts: `time - logger - 12 - INFO - request - message`
  {
    begins: DIGIT,
    mark: " - ",
    next: "-",
    head: String.raw`${TIME} - (?<otel__scope__name>[\w.-]+) - ${LINE} - (?<severity>[A-Z]+) - ` +
      String.raw`(?<log__context>\S+) - (?<body>.*)`,
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
  // ZooKeeper's client in C: `time:42(0x7f3a1c000700):ZOO_INFO@log_env@712: message`
  {
    begins: DIGIT,
    mark: ":",
    at: 23,
    also: ":ZOO_",
    head: String.raw`${TIME}:${PID}\((?<thread__id>0x[0-9a-f]+)\):ZOO_(?<severity>[A-Z]+)@` +
      String.raw`${FUNCTION}@${LINE}: (?<body>.*)`,
  },
  // Rspamd: `time #42(normal) <session>; task; function: message`
  {
    begins: DIGIT,
    mark: " #",
    at: 19,
    head: String.raw`${TIME} #(?<process__pid>\d+)\((?<log__context>\w+)\) (?:<(?<request__id>\w*)>; )?` +
      String.raw`(?:(?<otel__scope__name>[\w-]*); )?(?:${FUNCTION}: )?(?<body>.*)`,
  },
  // Icecast: `[2026-11-20  08:00:01] INFO module/function message`
  {
    begins: BRACKET,
    mark: "  ",
    at: 11,
    isHers: (bytes, from) => isDigit(bytes[from + 1]),
    head: String.raw`\[(?<time>\d{4}-\d\d-\d\d  ${CLOCK})\] (?<severity>[A-Z]+) ` +
      String.raw`(?<otel__scope__name>[\w-]+)/(?<code__function__name>\w+) (?<body>.*)`,
  },
  // journalctl with seconds since the start, or since 1970: `[    5.123456] host tag[42]: message`
  {
    begins: BRACKET,
    mark: "]: ",
    isHers: isMonotonic,
    head: String
      .raw`\[ *(?<log__prefix>\d+\.\d{6}(?: +< +\d+\.\d{6} >)?) *\] (?<host>[\w.-]+) (?<service>[\w@./:-]+)` +
      String.raw`\[(?<process__pid>\d+)\]: (?<body>.*)`,
  },
  {
    begins: BRACKET,
    mark: " kernel: ",
    isHers: isMonotonic,
    head: String
      .raw`\[ *(?<log__prefix>\d+\.\d{6}(?: +< +\d+\.\d{6} >)?) *\] (?<host>[\w.-]+) (?<service>kernel): (?<body>.*)`,
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
  // SonarQube: `2026.11.20 08:00:01 INFO  app[][startup] message`, `web[AYx2qL9Z][o.s.s.Db] message` of a request
  {
    begins: DIGIT,
    mark: ".",
    at: 4,
    also: "][",
    head: String.raw`${TIME} (?<severity>[A-Z]+) +(?<service>[a-z]+)\[(?<request__id>[\w/+=-]*)\]` +
      String.raw`\[(?<otel__scope__name>[^\]]*)\] (?<body>.*)`,
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
        .raw`(?<log__context>\S+) (?<client__address>[^\s,]+)(?:,\S*)? (?<url__path>\S+) \[${LOGGER}\] (?<body>.*)`,
  },
  // Slurm in the foreground: `slurmctld: error: message`
  {
    begins: "s",
    mark: "slurm",
    head: String.raw`(?<service>slurm\w+): (?<severity>error|fatal|debug[1-5]?|verbose): +(?<body>.*)`,
  },
];
