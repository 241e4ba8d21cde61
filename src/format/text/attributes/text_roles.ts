import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { CLOSE_PAREN, OPEN, PAREN } from "../text_parts.ts";
import { isText, SPACE, tokenEnd } from "../text_tokens.ts";
import { digitsEnd } from "../../time/timestamp_parts.ts";

/** Digits of a sequence number: `00042`. */
const PADDED_DIGITS = 5;
/** Digits that no process has, and what POSIX threads call themselves: `140010486388544`. */
const LONGEST_PROCESS = 10;

/** What the parts of one head were taken for so far: which is the logger, which the thread, whether a process is known. */
export class HeadRoles {
  readonly #keys: AttributeKeys;
  /** The parts that are the logger, the thread and the severity; -1: none yet. */
  logger = -1;
  thread = -1;
  severity = -1;
  /** The dashes behind which Spring Boot's brackets stand, and the last bracket that holds no ids of a trace; -1: none. */
  dashes = -1;
  lastBracket = -1;
  brackets = 0;
  #pid = false;
  /** An envelope has named the process. */
  #hasOuter = false;
  /** Parts of the head that nothing better was known of. */
  #contexts = 0;

  constructor(keys: AttributeKeys) {
    this.#keys = keys;
  }

  /** Another head is read, of the record in `row`; of its envelope's fields one may be the process: syslog's `mysqld[42]: `. */
  clear(batch: Batch, row: number): void {
    this.logger =
      this.thread =
      this.severity =
      this.dashes =
      this.lastBracket =
        -1;
    this.brackets = 0;
    this.#pid = this.#hasOuter = false;
    this.#contexts = 0;
    for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
      if (batch.fieldKey[field] === this.#keys.id.pid) this.#hasOuter = true;
    }
  }

  /** Whether a part stands behind the logger that Spring Boot's dashes precede. */
  isBehindSprings(part: number): boolean {
    return this.dashes >= 0 && this.logger > this.dashes && part > this.logger;
  }

  /** The process was told. */
  get hasPid(): boolean {
    return this.#pid;
  }

  /** The first number of a head is the process, another the thread; one that zeros pad (`00042`) counts the lines. */
  addNumber(batch: Batch, from: number, to: number): void {
    if (batch.bytes[from] === 0x30 && to - from >= PADDED_DIGITS) {
      batch.addField(this.#keys.id.sequence, from, to, INT);
      return;
    }
    // Behind a process that syslog names, MySQL's `7 [Note] message` is a thread.
    const isInside = this.#hasOuter && batch.bytes[to] === SPACE && batch.bytes[to + 1] === OPEN;
    const isThread = this.#pid || isInside || to - from > LONGEST_PROCESS;
    batch.addField(isThread ? this.#keys.id.threadId : this.#keys.id.pid, from, to, INT);
    if (!isThread) this.#pid = true;
  }

  /** Ray's and vLLM's `(EngineCore_DP0 pid=42)`, with an address behind it or not; false if it is something else. */
  addActor(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    if (bytes[from] !== PAREN || bytes[to - 1] !== CLOSE_PAREN) return false;
    const nameTo = tokenEnd(bytes, from, to);
    if (!isText(bytes, nameTo, to, " pid=")) return false;
    const pid = nameTo + 5;
    const end = digitsEnd(bytes, pid, to);
    if (end === pid) return false;
    batch.addField(this.#keys.id.prefix, from + 1, nameTo, TEXT);
    this.addNumber(batch, pid, end);
    return true;
  }

  addContext(batch: Batch, from: number, to: number): void {
    batch.addField(this.contextKey(), from, to, TEXT);
  }

  /** Each context of a head is an attribute of its own. */
  contextKey(): number {
    return this.#keys.context(this.#contexts++);
  }

  /** Of two fields, from `first` on, that were added under one name the last one keeps it. */
  keepApart(batch: Batch, first: number): void {
    const { fieldKey, fieldCount } = batch;
    for (let later = first + 1; later < fieldCount; later++) {
      for (let earlier = first; earlier < later; earlier++) {
        if (fieldKey[earlier] === fieldKey[later]) fieldKey[earlier] = this.contextKey();
      }
    }
  }
}
