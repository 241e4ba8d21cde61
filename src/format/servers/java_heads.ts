import { isText, tokenEnd } from "../text/text_tokens.ts";
import { digitsEnd } from "../time/timestamp_parts.ts";
import { CLOCK, DAY, DIGIT, LETTERS, type ServerHead } from "./server_head.ts";
import { ERROR, FATAL, WARN } from "../../record/severity.ts";

const DOT = 0x2e, CAPITAL_T = 0x54, OPEN = 0x5b;
/** Bytes of `2026-11-20`. */
const DAY_BYTES = 10;
/** OpenTelemetry's number of a notice. */
const NOTICE = 10;
const FAILED = new Map([["<<< FAILURE!", ERROR], ["<<< ERROR!", ERROR]]);

/** `71750K->6232K(153088K)`: what is in use before a collection and behind it, and what there is; ZGC tells shares of it. */
const HEAP =
  String.raw`(?<jvm__memory__before_gc>\d+[BKMG])(?:\(\d+%\))?->(?<jvm__memory__after_gc>\d+[BKMG])` +
  String.raw`\((?:(?<jvm__memory__size>\d+[BKMG])|\d+%)\)`;

/** Heads of what Java itself prints, and what starts, builds and tests its programs; see `HEADS`. */
export const JAVA_HEADS: readonly ServerHead[] = [
  // Java 8's garbage collections, behind the seconds since its start:
  // `2026-11-20T08:00:01.123+0000: 2.005: [GC (Allocation Failure) …`, `2.005: [Full GC …`
  {
    begins: DIGIT,
    mark: ": ",
    isHers: isCollectors,
    isTyped: true,
    head: String
      .raw`(?:(?<time>${DAY}T${CLOCK}(?:Z|[+-]\d{4})):? )?(?<log__prefix>\d+\.\d{3}): ` +
      String
        .raw`(?<body>(?:\[.*[\] ]${HEAP}(?:, \[[^\]]*\])?, (?<jvm__gc__duration>[\d.]+ secs)\](?:.*\S)?|.*?)) *$`,
  },
  // Those of unified logging without the time of day, `[2.005s][info][gc,start] GC(7) message`, or with it
  {
    begins: "[" + DIGIT,
    mark: "][gc",
    head: String
      .raw`(?:(?<time>${DAY}T${CLOCK}Z) |\[(?<time>${DAY}T${CLOCK}[+-]\d{4})\])?(?:\[(?<log__context>\d[\d.]*m?s)\])?` +
      String.raw`(?:\[(?<process__pid>\d+)\])?(?:\[(?<thread__id>\d+)\])?` +
      String.raw`\[(?<severity>[a-z]+) *\]\[(?<otel__scope__name>gc[a-z,0-9]*) *\] ` +
      String.raw`(?<body>(?:GC\(\d+\) .* ${HEAP}(?: (?<jvm__gc__duration>[\d.]+m?s))?|.*))$`,
  },
  // What Java says of itself: `OpenJDK 64-Bit Server VM warning: message`
  {
    begins: "OJ",
    mark: " VM warning: ",
    head: String
      .raw`(?<otel__scope__name>(?:OpenJDK|Java HotSpot\(TM\)) [^:]*VM) (?<severity>warning): (?<body>.*)`,
  },
  // What it prints of an exception that nothing has caught, which ends the program in its main thread alone:
  // `Exception in thread "main" java.lang.Error: message`
  {
    begins: "E",
    mark: 'Exception in thread "',
    at: 0,
    head: String
      .raw`(?<body>(?<severity>Exception(?: in thread "(?=main"))?)(?: in thread ")?(?<thread__name>[^"]*)".*)`,
    severities: new Map([["Exception", ERROR], ['Exception in thread "', FATAL]]),
  },
  // What it prints when it ends: `# A fatal error has been detected by the Java Runtime Environment:`
  {
    begins: "#",
    mark: " the Java Runtime Environment",
    head: String
      .raw`(?<body># (?<severity>A fatal error has been detected by|There is insufficient memory for) the Java .*)`,
    severities: new Map([
      ["A fatal error has been detected by", FATAL],
      ["There is insufficient memory for", FATAL],
    ]),
  },
  // The same, told to end when its memory does: `Terminating due to java.lang.OutOfMemoryError: Java heap space`
  {
    begins: "TA",
    mark: " due to java.lang.OutOfMemoryError",
    head: String.raw`(?<body>(?<severity>Terminating|Aborting) due to java\.lang\.OutOfMemoryError.*)`,
    severities: new Map([["Terminating", FATAL], ["Aborting", FATAL]]),
  },
  // The Java Service Wrapper: `INFO   | jvm 1    | 2026/11/20 08:00:01 | message`, most often a line of the program's
  {
    begins: "SIDWEFAN",
    mark: " | ",
    also: " | 20",
    head: String
      .raw`(?<severity>STATUS|INFO|DEBUG|WARN|ERROR|FATAL|ADVICE|NOTICE) *\| (?<otel__scope__name>wrapperp?|jvm \d+|\w+) +\| ` +
      String
        .raw`(?:(?<thread__name>[\w-]+) *\| )?(?<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?) \| ?(?<body>.*)`,
    severities: new Map([["STATUS", NOTICE], ["ADVICE", NOTICE]]),
    isEnvelope: true,
  },
  // Kotlin's compiler: `e: file:///app/Main.kt:12:5 message`, `w: /app/Main.kt: (12, 5): message`
  {
    begins: "ew",
    mark: ": ",
    at: 1,
    also: ".kt",
    head: String
      .raw`(?<severity>[ew]): (?<body>(?:file://)?(?<code__file__path>/[^\n]*?\.kts?):(?: \()?(?<code__line__number>\d+)\D.*)`,
    severities: new Map([["e", ERROR], ["w", WARN]]),
  },
  // Maven's tests: `Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec <<< FAILURE!`
  {
    begins: "T",
    mark: "Tests run: ",
    at: 0,
    head: String.raw`(?<body>Tests run: \d+, [^<]*(?<severity><<< (?:FAILURE|ERROR)!)?.*)`,
    severities: FAILED,
  },
  {
    begins: LETTERS,
    mark: " Time elapsed: ",
    head: String
      .raw`(?<body>\S+ +(?:-- )?Time elapsed: [\d.,]+ s(?:ec)? +(?<severity><<< (?:FAILURE|ERROR)!).*)`,
    severities: FAILED,
  },
];

/** Behind a date or not seconds with three digits behind their dot, a colon, and a bracket or certain words. */
function isCollectors(bytes: Uint8Array, from: number, to: number): boolean {
  const start = bytes[from + DAY_BYTES] === CAPITAL_T ? tokenEnd(bytes, from, to) + 1 : from;
  const dot = digitsEnd(bytes, start, to);
  const end = digitsEnd(bytes, dot + 1, to);
  if (bytes[dot] !== DOT || end !== dot + 4 || !isText(bytes, end, to, ": ")) return false;
  return bytes[end + 2] === OPEN || isText(bytes, end + 2, to, "Total time for which ");
}
