import type { VariableKind } from "../../record/summary.ts";

const UNIT = String.raw`(?:[kKMGT]?i?[bB](?:ps|ytes?)?|bytes?|%|[kMG]?[Hh]z)`;
const DURATION_UNIT = String
  .raw`(?:ns|us|µs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|millis|(?:milli|micro|nano)seconds?)`;
const NUMBER = String.raw`[-+#*]?(?:\d[\d,_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)`;

const IS_NUMBER = new RegExp(`^${NUMBER}\\s*${UNIT}?$`, "i");
/** `512M`: in capitals, as `m` is a minute. */
const IS_MULTIPLE = new RegExp(`^${NUMBER}[kKMGT]$`);
const IS_DURATION = new RegExp(`^(?:${NUMBER}\\s*${DURATION_UNIT}\\s*)+$`, "i");
const IS_TIME =
  /^(?:\d{4}[-/]\d\d?[-/]\d\d?|\d\d?:\d\d(?::\d\d)?(?![:\d])|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b)/;
const IS_ADDRESS =
  /^\/?(?:(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?|(?:[0-9a-f]{0,4}:){2,}[0-9a-f.]*(?:%\w+)?|(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?|[\w-]+(?:\.[\w-]+)*:\d{2,5}|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)$/i;
/** A file by what it ends in; no such end is a domain's. */
const IS_FILE =
  /^[\w.-]+\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?|pdf|csv|tsv|json|xml|ya?ml|txt|log|gz|bz2|xz|tgz|tar|html?|css|docx?|xlsx?|pptx?|parquet|avro|sql|mp[34]|wav|bak|tmp|ini|conf|cfg|jar|war|exe|dll|lock|pem|crt)$/i;
const IS_PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/|\/|~\/|\.{1,2}\/|[A-Za-z]:\\|\\\\)|\/.*\/|\\.*\\/i;
const IS_WORD = /^[^\d]+$/;

/** The kind of one value. */
export function kindOfText(text: string): VariableKind {
  if (IS_NUMBER.test(text) || IS_MULTIPLE.test(text)) return "num";
  if (IS_DURATION.test(text)) return "dur";
  if (IS_TIME.test(text)) return "time";
  if (IS_FILE.test(text)) return "path";
  if (IS_ADDRESS.test(text)) return "addr";
  if (IS_PATH.test(text)) return "path";
  return IS_WORD.test(text) ? "word" : "id";
}

/** The kind that says most of values of several kinds. */
export function kindOfTexts(kinds: ReadonlySet<VariableKind>): VariableKind {
  if (kinds.size === 1) return [...kinds][0];
  if (kinds.size === 2 && kinds.has("num") && kinds.has("dur")) return "num";
  return "id";
}
