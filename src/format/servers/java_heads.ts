import { LETTERS, type ServerHead } from "./server_head.ts";
import { ERROR, FATAL, WARN } from "../../record/severity.ts";

/** OpenTelemetry's number of a notice. */
const NOTICE = 10;
const FAILED = new Map([["<<< FAILURE!", ERROR], ["<<< ERROR!", ERROR]]);

/** Heads of what Java itself prints, and what starts, builds and tests its programs; see `HEADS`. */
export const JAVA_HEADS: readonly ServerHead[] = [
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
