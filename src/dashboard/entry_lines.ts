import type { Row } from "../engine/messages.ts";
import { type AttributeValue, type LogRecord, textOfValue } from "../record/log_record.ts";
import { SEVERITY_RANKS, severityName, severityRank } from "../record/severity.ts";
import { cellWidth, fit } from "../terminal/text.ts";
import { moment, zoneName } from "./figures.ts";
import { indentedJson } from "./indented_json.ts";
import { severityTone } from "./look.ts";
import { type Line, padded, type Span, span, wrapped } from "./spans.ts";
import type { Zone } from "./state.ts";

/** Rows that one value takes at the most. */
const MAX_VALUE_ROWS = 40;

/** A record in `width` cells: when and what, its body, its attributes as a tree. */
export function entryLines(row: Row, width: number, zone: Zone): Line[] {
  const { record } = row;
  const utc = zone === "utc";
  const time = zone === "received" ? record.received : record.time ?? record.received;
  const rank = severityRank(record.severity);
  const head: Span[] = [
    span(`${SEVERITY_RANKS[rank]}  `, rank ? severityTone(rank) : "muted"),
    span(
      moment(time, utc, Math.max(record.fraction, 3)) + (time === record.time ? nanosOf(record) : ""),
      "strong",
    ),
    span(
      ` ${zoneName(time, utc)}${record.time === null || zone === "received" ? " (received)" : ""}`,
      "muted",
    ),
  ];
  const place = `${row.sourceName}:${record.line}`;
  return [
    head,
    [span(fit(place, width, "middle"), "muted")],
    [],
    ...bodyLines(row, width),
    [],
    ...factLines(row, width),
    ...treeLines(record.attributes, width),
  ];
}

/** What a time has of digits beyond the millisecond. */
function nanosOf({ nanos, fraction }: LogRecord): string {
  return String(nanos).padStart(6, "0").slice(0, Math.max(0, fraction - 3));
}

function bodyLines({ record }: Row, width: number): Line[] {
  const { body } = record;
  if (body === null) return [[span("no message", "muted")]];
  if (typeof body === "object") return jsonLines(body.json, width, "");
  return wrapped(body, width, 400).map((text) => [span(text)]);
}

function factLines(row: Row, width: number): Line[] {
  const { record } = row;
  const { severityText } = record;
  // A number (a status, a level of pino) is no name of it.
  const isNamed = /\p{L}/u.test(severityText) && severityText.toUpperCase() !== severityName(record.severity);
  const facts: [string, string | null][] = [
    ["severity", isNamed ? severityText : null],
    ["service", record.service],
    ["host", record.host],
    ["trace", record.traceId],
    ["span", record.spanId],
    ["pattern", row.pattern === null ? null : String(row.pattern)],
    ["read as", row.format],
  ];
  const notes = [
    record.truncated ? "cut at the size limit" : "",
    record.plain ? "in no known format" : "",
    row.late ? "out of order" : "",
  ].filter((note) => note !== "");
  return [
    ...facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== "")
      .flatMap(([name, value]) => valueLines(name, 9, value, width)),
    ...notes.map((note): Line => [span(note, "warning")]),
  ];
}

/** Attributes by their dotted names as a tree: `http.status`, `http.path` under `http`. */
function treeLines(attributes: ReadonlyMap<string, AttributeValue>, width: number): Line[] {
  if (attributes.size === 0) return [];
  const lines: Line[] = [[], [span("Attributes", "accent"), span(` ${attributes.size}`, "muted")]];
  const groups = new Map<string, [string, AttributeValue][]>();
  for (const [key, value] of attributes) {
    const dot = key.indexOf(".");
    const group = dot > 0 ? key.slice(0, dot) : "";
    const name = dot > 0 ? key.slice(dot + 1) : key;
    const members = groups.get(group);
    if (members) members.push([name, value]);
    else groups.set(group, [[name, value]]);
  }
  const shown = [...groups].flatMap(([group, members]) => {
    const alone = group === "" || members.length === 1;
    const names = members.map(([name, value]) => ({
      name: alone ? (group === "" ? name : `${group}.${name}`) : `  ${name}`,
      value,
    }));
    return alone ? names : [{ name: `${group}.`, value: undefined }, ...names];
  });
  // A name that takes more than half has lines of its own.
  const most = Math.max(10, width >> 1);
  const widths = shown.map(({ name }) => cellWidth(name)).filter((cells) => cells < most);
  const cells = Math.min(most, Math.max(0, ...widths) + 2);
  for (const { name, value } of shown) {
    if (value === undefined) lines.push([span(name, "muted")]);
    else if (value !== null && typeof value === "object" && "json" in value) {
      lines.push([span(name, "muted")], ...jsonLines(value.json, width, "    "));
    } else lines.push(...valueLines(name, cells, textOfValue(value), width));
  }
  return lines;
}

/** A name and its value beside it, on as many rows as it needs; below the name where that has no room in `nameCells`. */
function valueLines(name: string, nameCells: number, value: string, width: number): Line[] {
  if (cellWidth(name) >= nameCells) {
    const names = wrapped(name, width, MAX_VALUE_ROWS).map((text): Line => [span(text, "muted")]);
    return [...names, ...valueLines("", nameCells, value, width)];
  }
  const cells = Math.max(8, width - nameCells);
  return wrapped(value === "" ? '""' : value.slice(0, 20_000), cells, MAX_VALUE_ROWS).map((
    text,
    row,
  ): Line => [
    span(padded(row === 0 ? name : "", nameCells), "muted"),
    span(text),
  ]);
}

/** JSON text over several lines, indented; as it stands if it is none. */
function jsonLines(json: string, width: number, indent: string): Line[] {
  let text = json;
  try {
    text = indentedJson(json);
  } catch {
    // Shown as it was read.
  }
  return text.split("\n").flatMap((part) => {
    const inner = /^ */.exec(part)?.[0] ?? "";
    return wrapped(
      part.slice(inner.length),
      Math.max(8, width - indent.length - inner.length),
      MAX_VALUE_ROWS,
    )
      .map((piece): Line => [span(indent + inner), ...jsonSpans(piece)]);
  });
}

function jsonSpans(text: string): Line {
  const key = /^("(?:[^"\\]|\\.)*":)(.*)$/.exec(text);
  return key ? [span(key[1], "muted"), span(key[2])] : [span(text)];
}
