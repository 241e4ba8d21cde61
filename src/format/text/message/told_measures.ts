import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import { addStatus } from "../../access/http_status.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { addAddress } from "../attributes/text_address.ts";
import { OPEN } from "../text_parts.ts";
import { bracketEnd, findByte, isName, isText, isUpper } from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import { kindOfBare } from "./text_pairs.ts";

/** Messages that tell in words what a request or a statement was and how long it took, by their first words. */
const TOLD = new Map<string, RegExp>([
  // Rails: `Completed 200 OK in 12ms (Views: 8.1ms | ActiveRecord: 2.0ms)`, `Started GET "/orders" for 10.0.0.7 at 2026-11-20 08:00:01`
  ["Completed ", /Completed (?<status>\d{3}) [A-Z][\w' -]* in (?<took>[\d.]+ms)/dy],
  ["Started ", /Started (?<method>[A-Z]+) "(?<target>[^"]*)" for (?<client>[\da-f.:]+) at \d/dy],
  // Phoenix: `Sent 200 in 12ms`
  ["Sent ", /Sent (?<status>\d{3}) in (?<took>\d+\S{1,2}s)$/dy],
  // ASP.NET: `Request finished HTTP/1.1 GET http://shop.example/orders - - - 200 1234 application/json 12.3456ms`
  [
    "Request finished ",
    /Request finished HTTP\/(?<protocol>[\d.]+) (?<method>[A-Z]+) (?<target>\S+) .*?(?<status>\d{3}) (?:-|(?<size>\d+)) \S+ (?<took>[\d.]+ms)$/dy,
  ],
  // Gitea: `router: completed GET /orders for 10.0.0.7:0, 200 OK in 12.3ms @ …`
  [
    "router: completed ",
    /router: completed (?<method>[A-Z]+) (?<target>\S+) for (?<client>\S+), (?<status>\d{3}) [A-Z][\w' -]* in (?<took>[\d.]+\S{1,2})/dy,
  ],
  // dnsmasq: `query[A] shop.example from 10.0.0.7`
  [
    "query[",
    /query\[(?<dns__question__type>\w+)\] (?<dns__question__name>\S+) from (?<client>[\da-f.:]+)$/dy,
  ],
  // PostgreSQL: `duration: 12.345 ms  statement: SELECT 1`
  ["duration: ", /duration: (?<duration>\d+\.\d{3} ms)(?: {2}|$)/dy],
]);

/** An address, and the port of OpenSSH, or one behind a colon. */
const CLIENT = String
  .raw`(?<client>(?:\d+\.){3}\d+(?::\d+)?|[\da-f]*:[\da-f:]+)(?= |\.?$)(?: port (?<port>\d+))?`;
const LOGIN = new RegExp(
  String.raw`[A-Z]\w+ \S+ for (?:(?:invalid|illegal) user )?(?<user>\S+) from ${CLIENT}`,
  "dy",
);
const INVALID = new RegExp(String.raw`Invalid user (?<user>\S+) from ${CLIENT}`, "dy");
const LEFT = new RegExp(
  String.raw`[A-Z][a-z ]+? (?:from|by) (?:(?:invalid |authenticating )?user (?<user>\S+) )?${CLIENT}`,
  "dy",
);
const BANNED = new RegExp(String.raw`[\w ]+ ${CLIENT}`, "dy");

/** The same for who came from where: OpenSSH's logins, what Fail2ban does about them. */
const CAME = new Map<string, RegExp>([
  ["Accepted ", LOGIN],
  ["Failed ", LOGIN],
  ["Postponed ", LOGIN],
  ["Invalid user ", INVALID],
  ["Disconnected from ", LEFT],
  ["Received disconnect from ", LEFT],
  ["Connection closed by ", LEFT],
  ["Connection reset by ", LEFT],
  ["Connection from ", LEFT],
  ["Found ", BANNED],
  ["Ban ", BANNED],
  ["Unban ", BANNED],
  ["Restore Ban ", BANNED],
]);
const FIRST_WORDS = [...TOLD.keys(), ...CAME.keys()];
/** Those that begin with the same byte. */
const WORDS_OF = Array.from(
  { length: 256 },
  (_, byte) => FIRST_WORDS.filter((words) => words.charCodeAt(0) === byte),
);

/** Elasticsearch's and OpenSearch's slow queries: `took[1.2s], took_millis[1234], total_hits[7 hits], source[{…}]`. */
const SLOW = "took[";

/** 1 for the bytes that they begin with. */
export const BEGINS_TOLD = new Uint8Array(256);
for (const words of [...FIRST_WORDS, SLOW]) BEGINS_TOLD[words.charCodeAt(0)] = 1;

/** A character a byte, so that the places of the text are those of the bytes. */
const decoder = new TextDecoder("latin1");
/** What tells it stands in so many bytes. */
const MOST_BYTES = 4096;

/** Whether the message [from, to) may be one that `addTold` tells more of. */
export function tellsMore(bytes: Uint8Array, from: number, to: number): boolean {
  return BEGINS_TOLD[bytes[from]] === 1 &&
    (toldWords(bytes, from, to) !== undefined || isText(bytes, from, to, SLOW));
}

/** The first words of the message [from, to), if it may be one of these. */
function toldWords(bytes: Uint8Array, from: number, to: number): string | undefined {
  for (const words of WORDS_OF[bytes[from]]) {
    if (words.charCodeAt(1) === bytes[from + 1] && isText(bytes, from, to, words)) return words;
  }
  return undefined;
}

/** Adds as fields what the message [from, to) tells so, if it is one of these; it stays whole. */
export function addTold(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): void {
  if (isText(batch.bytes, from, to, SLOW)) return addBracketed(batch, from, to);
  const words = toldWords(batch.bytes, from, to);
  if (words === undefined) return;
  const told = TOLD.get(words);
  // `Started order 7`: most that begin so are no such messages.
  const next = batch.bytes[from + words.length];
  if (told !== undefined && !isDigit(next) && !isUpper(next)) return;
  const expression = told ?? CAME.get(words)!;
  expression.lastIndex = 0;
  const text = decoder.decode(batch.bytes.subarray(from, Math.min(to, from + MOST_BYTES)));
  const groups = expression.exec(text)?.indices?.groups;
  for (const name in groups) {
    const place = groups[name];
    if (place !== undefined) add(batch, row, name, from + place[0], from + place[1], keys);
  }
}

/** Adds `key[value], other[value]`; a value may hold brackets. */
function addBracketed(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  for (let at = from; at < to;) {
    const open = findByte(bytes, at, to, OPEN);
    const end = open < 0 ? -1 : bracketEnd(bytes, open, to, to - open);
    if (end < 0 || !isName(bytes, at, open)) return;
    const key = keys.idOfBytes(bytes, view, at, open);
    if (end > open + 2) batch.addField(key, open + 1, end - 1, kindOfBare(bytes, open + 1, end - 1));
    at = end + 2;
  }
}

function add(batch: Batch, row: number, name: string, from: number, to: number, keys: AttributeKeys): void {
  const { id } = keys;
  switch (name) {
    case "client":
      return addAddress(batch, keys, from, to);
    case "port":
      return void batch.addField(id.clientPort, from, to, INT);
    case "user":
      return void batch.addField(id.user, from, to, TEXT);
    case "status":
      return addStatus(batch, row, keys, from, to);
    case "method":
      return void batch.addField(id.method, from, to, TEXT);
    case "target":
      return void batch.addField(id.target, from, to, TEXT);
    case "protocol":
      return void batch.addField(id.protocol, from, to, TEXT);
    case "size":
      return void batch.addField(id.responseSize, from, to, INT);
    case "took":
      return void batch.addField(id.duration, from, to, kindOfBare(batch.bytes, from, to));
    default:
      batch.addField(batch.keys.idOf(name.replaceAll("__", ".")), from, to, TEXT);
  }
}
