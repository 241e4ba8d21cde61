import type { Batch } from "../record/batch.ts";
import { CMTRACE, jsonOfCmtrace } from "./cmtrace.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import { isText } from "./text/text_tokens.ts";
import { type Element, elementOf } from "./xml_element.ts";
import { jsonOfOracle, jsonOfWindows } from "./xml_systems.ts";

const { NO, PARTIAL, YES } = verdicts;

const NEWLINE = 0x0a;
/** How a record begins, and how it ends. */
const EVENTS = [
  ["<record>", "</record>"],
  ["<log4j:event ", "</log4j:event>"],
  ["<Event ", "</Event>"],
  ["<Event>", "</Event>"],
  ["<msg ", "</msg>"],
  CMTRACE,
];
/** What java.util.logging writes before its first record. */
const DECLARATION = /^<\?xml version="1\.0" encoding="[^"]*" standalone="no"\?>$/;
const DOCTYPE = '<!DOCTYPE log SYSTEM "logger.dtd">';
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
};

const decoder = new TextDecoder();

/**
 * The records that java.util.logging (its default in files), log4j 1 and log4j 2 write as elements of XML, CMTrace's, Windows'
 * events and Oracle's alerts.
 */
export class XmlEventFormat implements LineFormat {
  readonly name = "xml";
  readonly holdsTraces = true;
  readonly #context: ReadContext;
  /** In a log of java.util.logging: its root element is no record. */
  #isLog = false;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const event = EVENTS.find(([start]) => isText(bytes, from, to, start));
    if (event === undefined) return this.#isFrame(bytes, from, to) ? YES : NO;
    const [start, end] = event;
    if (!isText(bytes, to - end.length, to, end)) {
      // Where another one begins this one is none.
      const last = bytes.lastIndexOf(NEWLINE, to - 1) + 1;
      return this.#context.single || (last > from && isText(bytes, last, to, start)) ? NO : PARTIAL;
    }
    const text = decoder.decode(bytes.subarray(from, to));
    const json = event === CMTRACE ? jsonOfCmtrace(text) : jsonOf(elementOf(text));
    return addMadeRecord(batch, from, to, json, this.#context);
  }

  #isFrame(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > 100) return false;
    const text = decoder.decode(bytes.subarray(from, to));
    if (text === DOCTYPE) this.#isLog = true;
    return text === DOCTYPE || DECLARATION.test(text) ||
      (this.#isLog && (text === "<log>" || text === "</log>"));
  }
}

/** JSON with the fields of one event; null if its elements are not closed in order. */
function jsonOf(root: Element | null): string | null {
  if (root === null) return null;
  if (root.name === "msg") return jsonOfOracle(root);
  if (root.children[0]?.name === "System") return jsonOfWindows(root);
  const fields: Record<string, unknown> = {};
  const add = (name: string, value: string) => {
    const key = NAMES[name] ?? name;
    if (key !== "" && value !== "") fields[key] ??= value;
  };
  for (const [name, value] of Object.entries(root.attributes)) add(name, value);
  for (const child of root.children) addElement(child, add);
  return JSON.stringify(fields);
}

function addElement(element: Element, add: (name: string, value: string) => void): void {
  const { name, attributes, children, text } = element;
  if (name === "exception") return add(name, exceptionOf(element));
  const key = attributes.name ?? attributes.key;
  if (key !== undefined && attributes.value !== undefined) return add(key, attributes.value);
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
