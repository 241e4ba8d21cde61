import {
  CLOCK,
  DAY,
  DIGIT,
  KUBERNETES_TIME,
  MONTH,
  PID,
  type ServerHead,
  SYSLOG_TIME,
  THREAD,
} from "./server_head.ts";
import { isText, tokenEnd } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const SPACE = 0x20;

/** `10.0.0.7#4242`, or another sign between them. */
function clientBefore(sign: string): string {
  return String.raw`(?<client__address>[\da-fA-F.:]+|\[[\da-fA-F:]+\])${sign}(?<client__port>\d+)`;
}

/** Cells that a blank divides, by their names. */
function cells(...names: string[]): string {
  return names.map((name) => String.raw`(?:-|(?<${name}>\S+))`).join(" ");
}

/** What a balancer tells of a connection: milliseconds, bytes, and what its two sides agreed on. */
const BALANCED = cells(
  "upstream__address",
  "aws__elb__connection_time",
  "aws__elb__tls_handshake_time",
  "aws__elb__received_bytes",
  "aws__elb__sent_bytes",
  "aws__elb__incoming_tls_alert",
  "aws__elb__certificate__arn",
) + String.raw` \S+ ${cells("tls__cipher", "tls__protocol__version")} \S+ ${cells("server__address")}`;

/** Letters that names of days begin with, and a time behind such a name. */
const WEEKDAY = "MTWFS";
const FTP_TIME = String.raw`(?<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK} \d{4})`;

/** A query or a reply of Unbound, behind the severity of its line. */
export const UNBOUND_QUERY = String
  .raw`(?:query: |reply: )?[\da-fA-F.:]+ \S+\. \w+ IN(?: [A-Z]+ [\d.]+ \d \d+)?$`;

/** Heads of lines that tell of one query, command, connection or flow each by cells and places of their own; see `HEADS`. */
export const TRAFFIC_HEADS: readonly ServerHead[] = [
  // CoreDNS: `[INFO] 10.0.0.7:4242 - 17 "A IN shop.example. udp 41 false 512" NOERROR qr,rd 106 0.012s`
  {
    begins: "[" + DIGIT,
    mark: "[INFO] ",
    also: " IN ",
    head: KUBERNETES_TIME +
      String.raw`\[(?<severity>INFO)\] (?<body>${clientBefore(":")} - \d+ "(?<dns__question__type>\w+) IN ` +
      String
        .raw`(?<dns__question__name>\S+) (?<network__transport>[a-z]+) (?<dns__request__size>\d+) \w+ \d+" ` +
      String.raw`(?<dns__response_code>\S+) \S+ (?<dns__response__size>\d+) (?<duration>[\d.]+s))`,
  },
  // BIND: `20-Nov-2026 08:00:01.123 queries: info: client @0x7f1 10.0.0.7#4242 (shop.example): query: shop.example IN A + (10.0.0.1)`
  {
    begins: DIGIT,
    mark: "client ",
    also: "#",
    head: String.raw`(?<time>\d\d-[A-Z][a-z]{2}-\d{4} ${CLOCK}) (?:(?<otel__scope__name>[a-z-]+): )?` +
      String.raw`(?:(?<severity>[a-z]+): )?(?<body>client (?:@0x[\da-f]+ )?${
        clientBefore("#")
      }(?:/key [^ ]+)?` +
      String.raw`(?: \((?<dns__question__name>[^)]*)\))?: ` +
      String.raw`(?:view [^ ]+: )?(?:query: [^ ]+ IN (?<dns__question__type>\w+) )?.*)`,
  },
  // Unbound's queries and replies, `Nov 20 08:00:01` as the time, too: `[1795161601] unbound[42:0] info: 10.0.0.7 shop.example. A IN NOERROR 0.012 0 54`
  {
    begins: "[" + MONTH,
    mark: " unbound[",
    head: String
      .raw`(?:\[(?<time>\d+)\]|${SYSLOG_TIME}) (?<service>unbound)\[${PID}:${THREAD}\] (?<severity>info): ` +
      String
        .raw`(?:query: |reply: )?(?<body>(?<client__address>[\da-fA-F.:]+) (?<dns__question__name>\S+\.) ` +
      String.raw`(?<dns__question__type>\w+) IN` +
      String.raw`(?: (?<dns__response_code>[A-Z]+) (?<duration>[\d.]+) \d (?<dns__response__size>\d+))?)$`,
  },
  // Redis' MONITOR: `1795161601.123456 [0 10.0.0.7:4242] "GET" "cart:7"`
  {
    begins: DIGIT,
    mark: " [",
    at: 17,
    also: '] "',
    isTyped: true,
    head:
      String.raw`(?<time>\d{10}\.\d{6}) \[(?<db__namespace>\d+) (?:${
        clientBefore(":")
      }|(?<log__context>[^\]]+))\] ` +
      String.raw`(?<body>"(?<db__operation__name>\w+)".*)`,
  },
  // Flows of AWS without their columns' names, which are those of a table that has them:
  // `2 123456789012 eni-0a1 10.0.0.7 10.0.0.9 4242 443 6 12 4096 1795161600 1795161660 ACCEPT OK`
  {
    begins: "2",
    mark: " eni-",
    head: String.raw`(?<body>2 (?:\d+|unknown) (?<interface_id>eni-\w+) ` +
      `${cells("srcaddr", "dstaddr", "srcport", "dstport", "protocol", "packets", "bytes")} ` +
      String.raw`(?<time>\d{10}) (?<end>\d{10}) ${cells("action", "log_status")})`,
  },
  // vsftpd: `Fri Nov 20 08:00:01 2026 [pid 42] [ana] OK UPLOAD: Client "10.0.0.7", "/orders.csv", 512 bytes, 1.20Kbyte/sec`
  {
    begins: WEEKDAY,
    mark: "[pid ",
    at: 25,
    also: 'Client "',
    head: String.raw`${FTP_TIME} \[pid ${PID}\] (?:\[(?<user__name>[^\]]+)\] )?` +
      String.raw`(?<body>[A-Z ]+: Client "(?:::ffff:)?(?<client__address>[^"]+)"` +
      String.raw`(?:, "(?<url__path>[^"]*)")?(?:, (?<bytes>\d+) bytes)?(?:, .*)?)`,
  },
  // The log of transfers that vsftpd, ProFTPD and wu-ftpd write:
  // `Fri Nov 20 08:00:01 2026 3 10.0.0.7 512 /orders.csv b _ o r ana ftp 0 * c`
  {
    begins: WEEKDAY,
    mark: " ",
    at: 24,
    isHers: isTransfer,
    head: String
      .raw`${FTP_TIME} (?<body>(?<duration>\d+) (?<client__address>\S+) (?<bytes>\d+) (?<url__path>.+) ` +
      String
        .raw`[ab] [_CUT]+ (?<direction>[iod]) [agr] (?<user__name>\S+) \S+ [01] \S+ (?<completion__status>[ci]))$`,
  },
  // AWS Lambda: `START RequestId: 8f5c… Version: $LATEST`, `REPORT RequestId: 8f5c…⇥Duration: 12.34 ms⇥Memory Size: 128 MB`
  {
    begins: "SER" + DIGIT,
    mark: " RequestId: ",
    isHers: isLambdas,
    head: KUBERNETES_TIME + String.raw`(?<body>(?:START|END|REPORT) RequestId: (?<request__id>[\da-f-]+)` +
      String
        .raw`(?:\tDuration: (?<duration>[\d.]+ ms))?(?:\tBilled Duration: (?<billed_duration>[\d.]+ ms))?` +
      String
        .raw`(?:\tMemory Size: (?<memory_size>\d+ MB))?(?:\tMax Memory Used: (?<max_memory_used>\d+ MB))?` +
      String.raw`(?:\tInit Duration: (?<init_duration>[\d.]+ ms))?.*)`,
  },
  // Network load balancers of AWS
  {
    begins: "t",
    mark: " net/",
    head: String.raw`(?:tls|tcp) \d\.\d (?<time>${DAY}T${CLOCK}) (?<body>(?<aws__elb__name>net/\S+) \S+ ` +
      String.raw`(?<client__address>\S+):(?<client__port>\d+)(?: ${BALANCED})?.*)`,
  },
];

/** A number and an address behind the year, and at the end whether all was transferred. */
function isTransfer(bytes: Uint8Array, from: number, to: number): boolean {
  return isDigit(bytes[from + 23]) && isDigit(bytes[from + 25]) && bytes[to - 2] === SPACE &&
    (bytes[to - 1] === 0x63 || bytes[to - 1] === 0x69);
}

function isLambdas(bytes: Uint8Array, from: number, to: number): boolean {
  const start = isDigit(bytes[from]) ? tokenEnd(bytes, from, to) + 1 : from;
  return ["REPORT", "START", "END"].some((word) => isText(bytes, start, to, `${word} RequestId: `));
}
