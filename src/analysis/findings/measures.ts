/** What a number is, by the words at it: whether it is worth a look that it moved. */

const MEASURES =
  /took|latenc|durat|elaps|time|delay|wait|(?<!f)lag|behind|depth|size|length|(?<![a-z])queue|backlog|usage|used|memory|heap|rss|cpu|(?<![a-z])load(?!ed|er|ing)|byte|rate|pending|active|connections|(?:^|[_. ])(?:ms|secs|seconds|millis|pct|percent|count|total|rows|items)(?:$|[_. =:])/i;
const IDENTITIES =
  /(?:^|[_.-])(?:pid|tid|port|uid|gid|seq|thread|line|code|status|year|version|prefix|job|task|run|build|order|customer|user|account|session|transaction|txn|invoice|ticket|partition|shard|index|idx|replica|worker|slot|generation|epoch|priority)$|id$|port$|timestamp/i;

const LEVELS =
  /memory|heap|rss|(?<![a-z])mem|queue|depth|backlog|(?<![a-z])lag|pending|usage|used|utili[sz]ation|cpu|(?<![a-z])load(?!ed|er|ing)|latenc|took|elapsed|duration|pool|handles|descriptors|(?<![a-z])fds?(?![a-z])|goroutines|threads|connections|sessions|disk|temp|battery|voltage|active|in.?use|in.?flight|outstanding|waiting|unacked/i;
/** A key of a pair, and what divides it from its value. */
const KEY = /([\p{L}_][\p{L}\d_.-]*)["']?\s?[=:]\s?["']?$/u;
const CLOCKS =
  /uptime|sequence|(?<![a-z])seq(?![a-z])|offset|elapsed since|until|expires|(?<![a-z])age(?![a-z])/i;

/** Keys of statuses of HTTP, as loggers name them. */
const STATUS =
  /^(?:(?:https?|resp|response|res|reply|upstream|event|downstream)[._-]?)*status(?:[._-]?code)?$/i;

/** Whether an attribute is a status of HTTP, by its key. */
export function isStatus(key: string): boolean {
  return STATUS.test(key);
}

/** Whether an attribute of this name measures something, as far as names tell. */
export function namesMeasure(name: string): boolean {
  return MEASURES.test(name) || LEVELS.test(name) || CLOCKS.test(name);
}

/** Whether it can matter that a number moved. The template is not looked at for a number that is an attribute. */
export function isOfInterest(name: string, unit: string, template: string): boolean {
  return !isClock(name, template) &&
    (isMeasurement(name, unit, template) || isLevel(name, unit, template, true));
}

/** Whether a number is time that went by, or a place in a sequence. */
function isClock(name: string, template: string): boolean {
  return CLOCKS.test(isInBody(name) ? template : name);
}

/** Whether a number can have a trend that matters: what is counted (`steady`) only ever rises. */
export function isLevel(name: string, unit: string, template: string, steady: boolean): boolean {
  const near = isInBody(name) ? (steady ? nearOf(name, template) : template) : name;
  if (steady) return LEVELS.test(near) && !/total|count/i.test(keyBefore(name, template) ?? near);
  return isMeasurement(name, unit, template) || LEVELS.test(near);
}

/** The key right before a number in a body (`active=`), if there is one. */
function keyBefore(name: string, template: string): string | null {
  const place = /^number (\d+)$/.exec(name);
  const before = place === null ? "" : template.split(/<(?:num|dur)>/)[Number(place[1]) - 1] ?? "";
  return KEY.exec(before)?.[1] ?? null;
}

/** Whether a number is of a body, where it has a place for a name. */
export function isInBody(name: string): boolean {
  return /^number \d+$/.test(name);
}

/** A duration by the name that OpenTelemetry has for one in seconds; access logs have it in milliseconds or microseconds, too. */
const AS_LOGGED = /^http\.(?:server|client)\.request\.duration$/;

/**
 * What a number is measured in: what stands behind it, else what its name ends in (`durationMs`, `heap_bytes`). `isWhole`: no such number
 * has a fraction; what then stands for a duration of a request may be anything.
 */
export function unitOf(name: string, unit: string, template: string, isWhole = false): string {
  if (unit !== "") return unit;
  if (AS_LOGGED.test(name)) return isWhole ? "" : "s";
  const key = isInBody(name) ? keyBefore(name, template) ?? "" : name;
  return UNITS_OF_NAMES.find(([ending]) => ending.test(key))?.[1] ?? "";
}

const UNITS_OF_NAMES: [RegExp, string][] = [
  [/(?:(?:^|[_.-])(?:ms|msecs?)|[a-z]Ms|[mM]illis(?:econds)?)$/, "ms"],
  [/(?:[_.-](?:s|secs?)|(?:^|[_.-])seconds|[a-z]Se(?:cs?|conds))$/, "s"],
  [/(?:(?:^|[_.-])bytes|[a-z]Bytes|^http\.(?:request|response)\.body\.size)$/, "bytes"],
  [/(?:(?:^|[_.-])(?:pct|percent)|[a-z](?:Pct|Percent))$/, "%"],
];

/** Whether a number is how long something took. */
export function isDuration(name: string, unit: string): boolean {
  return unit === "ms" || unit === "s" || /took|latenc|durat|elaps|time$|delay|wait/i.test(name);
}

/** Whether a number measures something; an order, a process or a status that changes is no shift. */
export function isMeasurement(name: string, unit: string, template: string): boolean {
  if (unit !== "") return true;
  const place = /^number (\d+)$/.exec(name);
  if (place === null) return !IDENTITIES.test(name);
  const [, after] = aroundOf(Number(place[1]), template);
  const key = keyBefore(name, template);
  if (key !== null && IDENTITIES.test(key)) return false;
  // `part 3 of 17` counts what is done.
  if (/^ ?(?:of|\/) ?$/.test(after) && template.split(/<(?:num|dur)>/).length > Number(place[1]) + 1) {
    return false;
  }
  return MEASURES.test(nearOf(name, template));
}

/** What stands before a number of a body, up to the one before it, and behind it, but not the name of the next one. */
function aroundOf(place: number, template: string): [before: string, after: string] {
  const parts = template.split(/<(?:num|dur)>/);
  const after = (parts[place] ?? "").replace(/[\p{L}_][\p{L}\d_.-]*[=:].*$/su, "");
  return [parts[place - 1] ?? "", place + 1 < parts.length ? after.replace(OF_THE_NEXT, "") : after];
}

/** Words that tell what the number behind them is: `order 5 took 31 ms`. */
const OF_THE_NEXT = /(?<![\p{L}\d_])(?:took|takes|lasted|elapsed)\s*$/iu;

/** What stands right before a number of a body and right behind it. */
function nearOf(name: string, template: string): string {
  const [before, after] = aroundOf(Number(name.slice("number ".length)), template);
  return `${before.split(/[,;<>]/).at(-1)!.slice(-20)} ${after.split(/[,;<>]/)[0].slice(0, 10)}`;
}
