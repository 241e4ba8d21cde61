import { boolean, duration, integer, list, nameOf, paths, text, timeZone } from "./kinds.ts";
import { expression, mapOf } from "./map_kinds.ts";
import type { Setting } from "./setting.ts";

/** What is read, shown and counted. */
export const READING_SETTINGS = {
  "files": {
    group: "input",
    kind: paths(),
    default: [],
    defaultMeans: "standard input",
    flag: "--file",
    short: "-f",
    help: "log file, comma-separated files or a quoted glob; - is standard input; may be repeated",
  },
  "follow": {
    group: "input",
    kind: boolean(),
    default: false,
    flag: "--follow",
    help: "keep reading files as they grow",
  },
  "format": {
    group: "input",
    kind: nameOf("formats", "auto"),
    default: "auto",
    flag: "--format",
    help: "format of the log lines; auto detects it line by line",
  },
  "formats": {
    group: "input",
    kind: mapOf(expression(), "a map from the name of a format to its regular expression"),
    default: {},
    family: null,
    help: "your own formats, each a regular expression with named groups",
  },
  "time-zone": {
    group: "input",
    kind: timeZone(),
    default: "local",
    flag: "--time-zone",
    help: "time zone of timestamps that do not name one",
  },
  "update-interval": {
    group: "display",
    kind: duration(10, 24 * 3_600_000),
    default: 1000,
    flag: "--update-interval",
    short: "-u",
    help: "how often the dashboard is refreshed",
  },
  "skin": {
    group: "display",
    kind: nameOf("skins"),
    default: "default",
    flag: "--skin",
    short: "-s",
    help: "colour scheme; `weir skins` lists them",
  },
  "mouse": {
    group: "display",
    kind: boolean(),
    default: true,
    flag: "--mouse",
    help: "use the mouse; turn it off to select text as usual in your terminal",
  },
  "keys": {
    group: "display",
    kind: mapOf(text("<keys>"), "a map from an action to its keys, separated by spaces"),
    default: {},
    family: null,
    help: "keys for the dashboard's actions; its help (?) lists both",
  },
  "log-buffer": {
    group: "analysis",
    kind: integer(1, 100_000),
    default: 1000,
    flag: "--log-buffer",
    short: "-b",
    help: "log records kept in the buffer",
  },
  "memory-size": {
    group: "analysis",
    kind: integer(100, 1_000_000),
    default: 10_000,
    flag: "--memory-size",
    short: "-m",
    help: "words tracked to find the most frequent",
  },
  "stop-words": {
    group: "analysis",
    kind: list("<words>", "words separated by commas"),
    default: [],
    defaultMeans: "only the built-in ones",
    flag: "--stop-words",
    help: "words to ignore, besides the built-in ones; may be repeated",
  },
} satisfies Record<string, Setting>;
