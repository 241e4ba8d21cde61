import type { Batch } from "../../record/batch.ts";
import { JsonObject } from "./json_object.ts";
import { JsonOutline } from "./json_outline.ts";
import { NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { RoleCollector } from "../role_collector.ts";

/** What reads JSON behind text; one a context. */
class EmbeddedJson {
  readonly #outline = new JsonOutline();
  readonly #roles: RoleCollector;
  readonly #object: JsonObject;

  /** `composes`: see `RoleCollector`. */
  constructor(context: ReadContext, composes = false) {
    this.#roles = new RoleCollector(context, composes);
    this.#object = new JsonObject(this.#roles);
  }

  read(batch: Batch, row: number, from: number, to: number, wantsBody: boolean): boolean {
    this.#outline.reset();
    if (this.#outline.walk(batch.bytes, from, to) !== to) return false;
    this.#roles.startBehind(batch, row, wantsBody);
    this.#object.read(batch, row, from, to);
    this.#roles.finish(batch, row);
    return true;
  }
}

const readers = new WeakMap<ReadContext, EmbeddedJson>();
/** Of what is a record by itself. */
const wholeReaders = new WeakMap<ReadContext, EmbeddedJson>();

/**
 * If [from, to) is a whole JSON object, adds its fields to the record begun last, which is `row`, and
 * answers true. What the text before it has not told (time, severity, ids; the body where it is wanted)
 * comes from the fields with such names.
 */
export function readTrailingJson(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
  wantsBody = false,
): boolean {
  if (to - from < 2 || batch.bytes[from] !== 0x7b || batch.bytes[to - 1] !== 0x7d) return false;
  let reader = readers.get(context);
  if (reader === undefined) readers.set(context, reader = new EmbeddedJson(context));
  return reader.read(batch, row, from, to, wantsBody);
}

/**
 * As `readTrailingJson`, of JSON that was made of what stands in the record in another notation; null for what could
 * not be told in JSON. It is kept in the side area.
 */
export function readMadeJson(
  batch: Batch,
  row: number,
  json: string | null,
  context: ReadContext,
  wantsBody = false,
): boolean {
  if (json === null || json.length * 3 > batch.sideFree) return false;
  const { side } = batch;
  const from = batch.textToSide(json);
  if (readTrailingJson(batch, row, from, batch.side, context, wantsBody)) return true;
  batch.side = side;
  return false;
}

/**
 * Adds a record of JSON that was made of [from, to): YES, or NO and nothing added if `json` is none, or tells no time, and no
 * severity nor a message, where it is to (`telling`).
 */
export function addMadeRecord(
  batch: Batch,
  from: number,
  to: number,
  json: string | null,
  context: ReadContext,
  telling = false,
): Verdict {
  if (json === null || json.length * 3 > batch.sideFree) return NO;
  const { side, fieldCount } = batch;
  const row = batch.begin(from, to);
  let reader = wholeReaders.get(context);
  if (reader === undefined) wholeReaders.set(context, reader = new EmbeddedJson(context, true));
  const start = batch.textToSide(json);
  const isRead = reader.read(batch, row, start, batch.side, true);
  if (isRead && (!telling || tells(batch, row))) {
    batch.commit();
    return YES;
  }
  batch.abandon();
  batch.side = side;
  batch.fieldCount = fieldCount;
  return NO;
}

function tells({ bodyFrom, rawFrom, severity, time }: Batch, row: number): boolean {
  return time[row] === time[row] && (severity[row] !== 0 || bodyFrom[row] !== rawFrom[row]);
}
