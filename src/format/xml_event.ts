import { lastLine } from "./newline.ts";
import type { Batch } from "../record/batch.ts";
import { CMTRACE, jsonOfCmtrace } from "./cmtrace.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import { isNameSign, isText, skipBlanks } from "./text/text_tokens.ts";
import { isLetter } from "./time/timestamp_parts.ts";
import { type Element, elementOf } from "./xml_element.ts";
import { jsonOfOracle, jsonOfWindows } from "./xml_systems.ts";

const { NO, PARTIAL, YES } = verdicts;

const OPEN = 0x3c, CLOSE = 0x3e, SLASH = 0x2f, DASH = 0x2d, COLON = 0x3a;
const LONGEST_ELEMENT = 1 << 16;
/** Fields beside a time that make any element a record. */
const ENOUGH_FIELDS = 3;
/** How a record begins, and how it ends. */
const EVENTS = [
  ["<record>", "</record>"],
  ["<log4j:event ", "</log4j:event>"],
  ["<log4net:event ", "</log4net:event>"],
  ["<Event ", "</Event>"],
  ["<Event>", "</Event>"],
  ["<E2ETraceEvent ", "</E2ETraceEvent>"],
  ["<msg ", "</msg>"],
  ["<AUDIT_RECORD>", "</AUDIT_RECORD>"],
  ["<AUDIT_RECORD", "/>"],
  CMTRACE,
];
/** What java.util.logging and log4j2 write before their first record. */
const DECLARATION = /^<\?xml version="1\.0" encoding="[^"]*"(?: standalone="no")?\?>$/;
const DOCTYPE = '<!DOCTYPE log SYSTEM "logger.dtd">';
const ROOT = /^<([\w:.-]+)(?:\s[^<>]*)?>$/;
/** Names of the elements and attributes that stand for other names, without log4j's prefix; empty: left out. */
const NAMES: Record<string, string> = {
  date: "timestamp",
  millis: "",
  nanos: "",
  timeMillis: "timestamp",
  xmlns: "",
  endOfBatch: "",
  loggerFqcn: "",
  threadPriority: "",
  class: "code.namespace",
  method: "code.function.name",
  sequence: "log.record.sequence",
  thread: "thread.name",
  throwable: "exception",
  logger: "otel.scope.name",
  loggerName: "otel.scope.name",
  threadId: "thread.id",
  "log4net:HostName": "host.name",
};

const decoder = new TextDecoder();

/**
 * The records that java.util.logging (its default in files), log4j 1, log4j 2 and log4net write as elements of XML, CMTrace's, Windows'
 * events, .NET's traces and Oracle's alerts, and any element in a line of its own that tells a time, and a severity or a message.
 */
export class XmlEventFormat implements LineFormat {
  readonly name = "xml";
  readonly holdsTraces = true;
  readonly #context: ReadContext;
  /** The root element behind a declaration, which is no record; empty before it, null where nothing was declared. */
  #root: string | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const event = eventAt(bytes, from, to);
    if (event === undefined) return this.#isFrame(bytes, from, to) ? YES : this.#readElement(batch, from, to);
    const [start, end] = event;
    if (!isText(bytes, to - end.length, to, end)) {
      // Where another one begins this one is none.
      const last = lastLine(bytes, from, to);
      return this.#context.single || (last > from && isText(bytes, last, to, start)) ? NO : PARTIAL;
    }
    const text = decoder.decode(bytes.subarray(from, to));
    return this.#readEvents(batch, from, to, event, text);
  }

  /** Adds the records that begin and end as `event`, one behind another without a line between them, as log4j2 writes them. */
  #readEvents(batch: Batch, from: number, to: number, event: readonly string[], text: string): Verdict {
    const [start, end] = event;
    for (let part = 0, rest = text; rest !== ""; part++) {
      const next = rest.indexOf(end + start);
      const one = next < 0 ? rest : rest.slice(0, next + end.length);
      rest = rest.slice(one.length);
      if (batch.full) this.#context.handOver(batch);
      const json = event === CMTRACE ? jsonOfCmtrace(one) : jsonOf(elementOf(one));
      if (addMadeRecord(batch, from, to, json, this.#context) === YES) batch.part[batch.count - 1] = part;
      else if (part === 0) return NO;
    }
    return YES;
  }

  /** Whether an indented line is an element that is a record. */
  begins(batch: Batch, from: number, to: number): boolean {
    const { bytes, side } = batch;
    const start = skipBlanks(bytes, from, to);
    if (bytes[start] === OPEN && eventAt(bytes, start, to) !== undefined) return true;
    if (bytes[start] !== OPEN || this.#readElement(batch, start, to) !== YES) return false;
    batch.takeBack();
    batch.side = side;
    return true;
  }

  /** Reads any element that is all of a line if its attributes or its children tell a time, and a severity, a message or enough else. */
  #readElement(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side } = batch;
    const start = skipBlanks(bytes, from, to);
    const isWhole = bytes[start] === OPEN && bytes[to - 1] === CLOSE && isLetter(bytes[start + 1]) &&
      (bytes[to - 2] === SLASH || closesLast(bytes, start, to));
    if (!isWhole || to - start > LONGEST_ELEMENT) return NO;
    const root = elementOf(decoder.decode(bytes.subarray(start, to)));
    if (root === null) return NO;
    const verdict = addMadeRecord(batch, from, to, jsonOf(root, {}), this.#context);
    const row = batch.count - 1;
    if (verdict !== YES) return NO;
    const isTold = batch.severity[row] !== 0 || batch.bodyFrom[row] !== from ||
      batch.fieldTo[row] - batch.fieldFrom[row] >= ENOUGH_FIELDS;
    if (!Number.isNaN(batch.time[row]) && isTold) return YES;
    batch.takeBack();
    batch.side = side;
    return NO;
  }

  #isFrame(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > 100) return false;
    const text = decoder.decode(bytes.subarray(from, to));
    if (text === DOCTYPE || DECLARATION.test(text)) {
      this.#root = "";
      return true;
    }
    if (this.#root === null) return false;
    if (this.#root !== "") return text === `</${this.#root}>`;
    this.#root = ROOT.exec(text)?.[1] ?? "";
    return this.#root !== "";
  }
}

/** How the record begins and ends that begins at `from`, or behind blanks there. */
function eventAt(bytes: Uint8Array, from: number, to: number): readonly string[] | undefined {
  const at = skipBlanks(bytes, from, to);
  return bytes[at] === OPEN ? EVENTS.find(([start]) => isText(bytes, at, to, start)) : undefined;
}

/** Whether the element that begins at `from` is closed at the end of [from, to). */
function closesLast(bytes: Uint8Array, from: number, to: number): boolean {
  let name = from + 1;
  while (name < to && (isNameSign(bytes[name]) || bytes[name] === DASH || bytes[name] === COLON)) name++;
  const length = name - from - 1;
  const close = to - length - 3;
  if (close <= name || bytes[close] !== OPEN || bytes[close + 1] !== SLASH) return false;
  for (let at = 0; at < length; at++) if (bytes[close + 2 + at] !== bytes[from + 1 + at]) return false;
  return true;
}

/** JSON with the fields of one event; null if its elements are not closed in order. */
function jsonOf(root: Element | null, names = NAMES): string | null {
  if (root === null) return null;
  if (root.name === "msg") return jsonOfOracle(root);
  if (root.children[0]?.name === "System") return jsonOfWindows(root);
  const fields: Record<string, unknown> = {};
  const add = (name: string, value: string) => {
    const key = names[name] ?? name;
    if (key === "" || value === "") return;
    const known = fields[key];
    if (known === undefined) fields[key] = value;
    else if (key !== "timestamp" && known !== value) fields[key] = [known, value].flat();
  };
  for (const [name, value] of Object.entries(root.attributes)) add(name, value);
  for (const child of root.children) addElement(child, add);
  if (root.children.length === 0) add("message", root.text.trim());
  return JSON.stringify(fields);
}

function addElement(element: Element, add: (name: string, value: string) => void): void {
  const { name, attributes, children, text } = element;
  if (name === "exception") return add(name, exceptionOf(element));
  const key = attributes.name ?? attributes.key;
  if (key !== undefined && attributes.value !== undefined) return add(key, attributes.value);
  // SQL Server's `<data name="duration"><value>1234</value></data>`
  if (key !== undefined && children[0]?.name === "value") return add(key, children[0].text.trim());
  if (name === "Thrown") return add("exception", attributes.name + ": " + (attributes.message ?? ""));
  if (name === "Instant" || name === "instant") return;
  if (children.length === 0) add(name === "Message" ? "message" : name, text.trim());
  for (const child of children) addElement(child, add);
}

/** A stack trace as Java prints it. */
function exceptionOf({ children, text }: Element): string {
  if (children.length === 0) return text.trim();
  const valueOf = (of: Element, name: string) => of.children.find((child) => child.name === name)?.text ?? "";
  const message = children.find(({ name }) => name === "message")?.text ?? "";
  const frames = children.filter(({ name }) => name === "frame");
  return [
    message,
    ...frames.map((frame) =>
      `\tat ${valueOf(frame, "class")}.${valueOf(frame, "method")}(${valueOf(frame, "line")})`
    ),
  ].join("\n");
}
