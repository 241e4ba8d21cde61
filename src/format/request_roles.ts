import { type Batch, ESCAPED, INT, TEXT } from "../record/batch.ts";
import { INNER, KIND, PROTOCOL, QUERY } from "./field_roles.ts";
import { smallNumber } from "./field_values.ts";
import { unescapeToSide } from "./json/json_escape.ts";
import { levelOfText } from "./severity_value.ts";
import { isText } from "./text/text_tokens.ts";

const NONE = -1;
const SLASH = 0x2f, SPACE = 0x20, BACKSLASH = 0x5c, QUESTION = 0x3f, DASH = 0x2d;

/** The fields of a record that tell of an HTTP request, or of how something ended. */
export class RequestRoles {
  /** The record is one of an HTTP request: its status is a severity. */
  isAccess = false;
  /** An HTTP status, 0 if there is none. */
  status = 0;
  /** The severity that a status or a kind of event is by its name, 0 if it is none. */
  statusWord = 0;
  #method = NONE;
  #target = NONE;
  #targetRank = 0;
  #protocol = NONE;
  #query = NONE;

  reset(): void {
    this.isAccess = false;
    this.status = this.statusWord = 0;
    this.#method =
      this.#target =
      this.#protocol =
      this.#query =
        NONE;
  }

  /** A status beside the others goes before one in an object. */
  learnStatus(batch: Batch, scale: number, from: number, to: number, kind: number): void {
    const isNumber = scale !== KIND && (kind === INT || kind === TEXT);
    const number = isNumber ? smallNumber(batch.bytes, from, to) : NONE;
    if (number >= 100 && number < 600) {
      if (scale === 0 || this.status === 0) this.status = number;
    } else if (kind === TEXT && scale !== INNER) {
      const level = scale === KIND
        ? levelOfKind(batch.bytes, batch.view, from, to)
        : levelOfText(batch.bytes, batch.view, from, to);
      if (scale === 0 || this.statusWord === 0) this.statusWord = level;
    }
  }

  /** Of the field to be added next. */
  learnMethod(batch: Batch, scale: number, from: number, to: number, kind: number): void {
    if (kind !== TEXT) return;
    const isHttps = isMethod(batch.bytes, from, to) || isVerb(batch.bytes, from, to);
    if (isHttps && this.#method === NONE) this.#method = batch.fieldCount;
    if (isHttps || scale !== INNER) this.isAccess = true;
  }

  /** What the request is for (TARGET, its QUERY), or by which PROTOCOL, in the field to be added next. */
  learnTarget(batch: Batch, role: number, rank: number, from: number, to: number, kind: number): void {
    if (kind > ESCAPED || to === from) return;
    if (role === PROTOCOL) {
      if (isText(batch.bytes, from, to, "HTTP/")) this.#protocol = batch.fieldCount;
    } else if (role === QUERY) {
      // What is called `query` alone is many a thing, Tomcat's `?id=7` a request's.
      const isNothing = rank > 0
        ? batch.bytes[from] !== QUESTION
        : to - from === 1 && (batch.bytes[from] === DASH || batch.bytes[from] === QUESTION);
      if (!isNothing) this.#query = batch.fieldCount;
    } else if (this.#target === NONE || rank < this.#targetRank) {
      if (!isTarget(batch.bytes, from, to)) return;
      this.#target = batch.fieldCount;
      this.#targetRank = rank;
    }
  }

  /** Makes the fields of a request line, if the record has them, the body of a record without a message. */
  composeLine(batch: Batch, row: number): void {
    if (this.#method === NONE || this.#target === NONE) return;
    const { bytes, fieldStart, fieldEnd } = batch;
    const target = bytes.subarray(fieldStart[this.#target], fieldEnd[this.#target]);
    const query = target.includes(QUESTION) ? NONE : this.#query;
    const parts = [this.#method, this.#target, query, this.#protocol];
    const length = parts.reduce(
      (sum, field) => field === NONE ? sum : sum + fieldEnd[field] - fieldStart[field] + 1,
      0,
    );
    if (batch.sideFree < length) return;
    const start = batch.side;
    for (const field of parts) {
      if (field === NONE) continue;
      const divider = field !== query ? SPACE : bytes[fieldStart[field]] === QUESTION ? NONE : QUESTION;
      if (batch.side > start && divider !== NONE) bytes[batch.side++] = divider;
      if (batch.fieldKind[field] === ESCAPED) unescapeToSide(batch, fieldStart[field], fieldEnd[field]);
      else batch.copyToSide(fieldStart[field], fieldEnd[field]);
    }
    batch.setBody(row, start, batch.side);
    batch.bodyKind[row] = TEXT;
  }
}

/** Kinds of events that are severities: names of four letters or more, and Kubernetes' `Normal`. */
function levelOfKind(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  if (to - from < 4) return 0;
  if (isText(bytes, from, to, "Normal") && to - from === 6) return 9;
  const number = levelOfText(bytes, view, from, to);
  // The first of each of OpenTelemetry's ranges: `config` and the like are kinds.
  return number % 4 === 1 ? number : 0;
}

const METHODS = ["GET", "POST", "PUT", "HEAD", "PATCH", "DELETE", "OPTIONS", "CONNECT"];

export function isMethod(bytes: Uint8Array, from: number, to: number): boolean {
  return METHODS.some((method) => to - from === method.length && isText(bytes, from, to, method));
}

/** What the audits of Kubernetes call a method. */
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

function isVerb(bytes: Uint8Array, from: number, to: number): boolean {
  return VERBS.some((verb) => to - from === verb.length && isText(bytes, from, to, verb));
}

/** Whether a text is a path, `/` or `\\/` first, or an address with a scheme. */
function isTarget(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === SLASH || (bytes[from] === BACKSLASH && bytes[from + 1] === SLASH)) return true;
  return isText(bytes, from, to, "http://") || isText(bytes, from, to, "https://");
}
