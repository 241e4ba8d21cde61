import * as kinds from "../../record/batch.ts";
import type { Batch } from "../../record/batch.ts";
import { SHIPPER } from "../envelope/envelope_kind.ts";
import type { ReadContext } from "../line_format.ts";
import { RoleCollector } from "../role_collector.ts";
import { MessageHeads } from "../text/message/text_message_head.ts";
import { JsonCursor } from "./json_cursor.ts";
import { hasEscape, numberEnd, numberKind } from "./json_token.ts";
import { graphsOf, type KeyGraph, packRole } from "./key_graph.ts";

const { BOOL, ESCAPED, NESTED, NULL, TEXT } = kinds;

const QUOTE = 0x22, BRACE = 0x7b, BRACKET = 0x5b;
const NONE = -1;

/** Members that name columns, that hold rows, and what such an object may stand in, and lists of records. */
const COLUMNS = new Set(["columns", "fields", "meta"]);
const ROWS = new Set(["rows", "values", "data", "results"]);
const AROUND = new Set("tables results series data result response frames".split(" "));
const LISTS = new Set(["events", "messages"]);
/** Objects and lists around a table. */
const MOST_AROUND = 6;
/** Bytes: none of those names has as many. */
const LONGEST_NAME = 16;
const TIME_ROLE = packRole("timestamp"), BODY_ROLE = packRole("message");

const decoder = new TextDecoder();

/** Where the name of a column or a field stands; empty if it has none. */
interface Name {
  nameFrom: number;
  nameTo: number;
}

/** Reads the object at `at` as a record. */
type ReadObject = (at: number) => void;

/**
 * Answers of stores of logs that are no list of objects: columns and rows (`{"columns":[{"name":"time"},…],"rows":[[…],…]}` of Azure,
 * Elasticsearch, InfluxDB), Loki's streams of times and lines, CloudWatch Insights' pairs of fields and values, and
 * lists that stand deeper than others (New Relic, Graylog, Sumo Logic).
 */
export class JsonTables {
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #graph: KeyGraph;
  #heads: MessageHeads | null = null;
  #batch!: Batch;
  #from = 0;
  #to = 0;
  #part = 0;
  #readObject!: ReadObject;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#roles = new RoleCollector(context);
    this.#graph = graphsOf(context.keys).json;
  }

  /** Makes the rows in the object that is all of [from, to) records; false, and nothing added, if it holds none with a time. */
  read(batch: Batch, from: number, to: number, readObject: ReadObject): boolean {
    this.#batch = batch;
    this.#from = from;
    this.#to = to;
    this.#part = 0;
    this.#readObject = readObject;
    this.#graph.refresh();
    return this.#visit(from, 0);
  }

  /** Whether an object has a member that a table may stand in, or be. */
  mayHold(bytes: Uint8Array, from: number, to: number): boolean {
    const cursor = new JsonCursor(bytes, from, to);
    cursor.enter();
    while (cursor.nextKey()) {
      if (cursor.isArray || cursor.isObject) {
        const name = nameOf(cursor);
        if (AROUND.has(name) || ROWS.has(name) || LISTS.has(name)) return true;
      }
      cursor.skip();
    }
    return false;
  }

  #visit(at: number, depth: number): boolean {
    const cursor = this.#cursor(at);
    let columns = NONE, labels = NONE, rows = NONE, list = NONE;
    const around: number[] = [];
    cursor.enter();
    while (cursor.nextKey()) {
      const name = nameOf(cursor);
      const inner = cursor.isArray ? this.#firstOf(cursor.at) : 0;
      if (COLUMNS.has(name) && cursor.isArray) columns = cursor.at;
      else if (ROWS.has(name) && inner === BRACKET) rows = cursor.at;
      else if (LISTS.has(name) && inner === BRACE) list = cursor.at;
      else if (name === "stream" && cursor.isObject) labels = cursor.at;
      else if (AROUND.has(name) && (cursor.isObject || inner === BRACE)) around.push(cursor.at);
      cursor.skip();
    }
    if (rows >= 0 && columns >= 0) return this.#readRows(rows, this.#namesOf(columns));
    if (rows >= 0 && labels >= 0) return this.#readStream(labels, rows);
    if (rows >= 0) return this.#readFields(rows);
    if (list >= 0) return this.#readList(list);
    if (depth === MOST_AROUND) return false;
    let isRead = false;
    for (const place of around) {
      const each = this.#cursor(place);
      if (each.isObject) isRead = this.#visit(place, depth + 1) || isRead;
      else {
        each.enter();
        for (; each.nextItem(); each.skip()) {
          if (each.isObject) isRead = this.#visit(each.at, depth + 1) || isRead;
        }
      }
    }
    return isRead;
  }

  /** The first byte of the first item of an array. */
  #firstOf(at: number): number {
    const cursor = this.#cursor(at);
    cursor.enter();
    return cursor.nextItem() ? cursor.byte : 0;
  }

  #cursor(at: number): JsonCursor {
    return new JsonCursor(this.#batch.bytes, at, this.#to);
  }

  /** The names of columns: texts, or objects that have one. */
  #namesOf(at: number): Name[] {
    const cursor = this.#cursor(at);
    const names: Name[] = [];
    cursor.enter();
    for (; cursor.nextItem(); cursor.skip()) {
      const value = cursor.isObject ? this.#memberOf(cursor.at, "name") : cursor.at;
      names.push(this.#textOf(value));
    }
    return names;
  }

  /** Where the value of a member stands; -1 if there is none. */
  #memberOf(at: number, name: string): number {
    const cursor = this.#cursor(at);
    cursor.enter();
    while (cursor.nextKey()) {
      if (decoder.decode(cursor.bytes.subarray(cursor.keyFrom, cursor.keyTo)) === name) return cursor.at;
      cursor.skip();
    }
    return NONE;
  }

  /** The text inside the quotes at `at`. */
  #textOf(at: number): Name {
    if (at < 0 || this.#batch.bytes[at] !== QUOTE) return { nameFrom: 0, nameTo: 0 };
    const cursor = this.#cursor(at);
    cursor.skip();
    return { nameFrom: at + 1, nameTo: cursor.at - 1 };
  }

  #readRows(at: number, names: readonly Name[]): boolean {
    return this.#each(at, false, (cursor) => {
      for (let place = 0; cursor.nextItem(); place++) this.#takeNamed(names[place], cursor);
    });
  }

  /** `[[{"field":"@timestamp","value":"…"},…],…]` */
  #readFields(at: number): boolean {
    return this.#each(at, false, (cursor) => {
      for (; cursor.nextItem(); cursor.skip()) {
        if (!cursor.isObject) continue;
        const name = this.#textOf(this.#memberOf(cursor.at, "field"));
        const value = this.#memberOf(cursor.at, "value");
        if (value >= 0) this.#takeNamed(name, this.#cursor(value));
      }
    });
  }

  /** `{"stream":{…},"values":[["1795161601123456789","line",{…}],…]}` */
  #readStream(labels: number, at: number): boolean {
    return this.#each(at, true, (cursor) => {
      const { keys } = this.#batch;
      for (let place = 0; cursor.nextItem(); place++) {
        if (place === 0) this.#take(TIME_ROLE, keys.idOf("timestamp"), cursor);
        else if (place === 1) this.#take(BODY_ROLE, keys.idOf("line"), cursor);
        else if (cursor.isObject) this.#takeMembers(cursor.at, cursor);
        else cursor.skip();
      }
      this.#takeMembers(labels, this.#cursor(labels));
    });
  }

  /** A list of records, or of objects that hold one each. */
  #readList(at: number): boolean {
    const batch = this.#batch;
    const cursor = this.#cursor(at);
    cursor.enter();
    for (; cursor.nextItem(); cursor.skip()) {
      if (!cursor.isObject) continue;
      if (batch.full) this.#context.handOver(batch);
      let inner = this.#memberOf(cursor.at, "message");
      if (inner < 0) inner = this.#memberOf(cursor.at, "map");
      this.#readObject(inner >= 0 && batch.bytes[inner] === BRACE ? inner : cursor.at);
      if (!this.#keeps()) return false;
    }
    return this.#part > 0;
  }

  /** Makes a record of each array of the array at `at`. `isLine`: its message is a line of a program. */
  #each(at: number, isLine: boolean, readCells: (cursor: JsonCursor) => void): boolean {
    const batch = this.#batch;
    const cursor = this.#cursor(at);
    cursor.enter();
    for (; cursor.nextItem(); cursor.skip()) {
      if (!cursor.isArray) continue;
      if (batch.full) this.#context.handOver(batch);
      const row = batch.begin(this.#from, this.#to);
      this.#roles.start();
      const cells = this.#cursor(cursor.at);
      cells.enter();
      readCells(cells);
      this.#finish(row, cursor.at, isLine);
      batch.commit();
      if (!this.#keeps()) return false;
    }
    return this.#part > 0;
  }

  /** Numbers the record read last; false, and takes it back, if it is the first and has no time. */
  #keeps(): boolean {
    const batch = this.#batch;
    const row = batch.count - 1;
    if (this.#part === 0 && Number.isNaN(batch.time[row])) {
      batch.takeBack();
      return false;
    }
    batch.part[row] = this.#part++;
    return true;
  }

  /** What the line of a program says of itself goes before what its store says. */
  #finish(row: number, at: number, isLine: boolean): void {
    const batch = this.#batch;
    if (batch.bodyFrom[row] === this.#from && batch.bodyTo[row] === this.#to) {
      const cells = this.#cursor(at);
      cells.skip();
      batch.bodyFrom[row] = at;
      batch.bodyTo[row] = cells.at;
    }
    this.#roles.finish(batch, row);
    const severity = batch.severity[row];
    const holdsLine = isLine || this.#roles.envelope === SHIPPER;
    if (!holdsLine && (!this.#roles.hasBody || severity !== 0)) return;
    const { severityFrom, severityTo } = batch;
    const from = severityFrom[row];
    const to = severityTo[row];
    batch.severity[row] = 0;
    this.#heads ??= new MessageHeads(this.#context);
    this.#heads.readInside(batch, row);
    if (batch.severity[row] === 0) batch.setSeverity(row, severity, from, to);
  }

  #takeMembers(at: number, behind: JsonCursor): void {
    const cursor = this.#cursor(at);
    cursor.enter();
    while (cursor.nextKey()) this.#takeNamed({ nameFrom: cursor.keyFrom, nameTo: cursor.keyTo }, cursor);
    behind.at = cursor.at;
  }

  /** Takes the value at hand under a name, and goes behind it. */
  #takeNamed(name: Name | undefined, cursor: JsonCursor): void {
    if (name === undefined || name.nameTo === name.nameFrom) return cursor.skip();
    const { bytes, view } = this.#batch;
    const node = this.#graph.child(0, bytes, view, name.nameFrom, name.nameTo);
    this.#take(this.#graph.role[node], this.#graph.key[node], cursor);
  }

  #take(role: number, key: number, cursor: JsonCursor): void {
    const batch = this.#batch;
    const { bytes } = batch;
    let from = cursor.at;
    cursor.skip();
    let to = cursor.at;
    let kind = TEXT;
    switch (bytes[from]) {
      case QUOTE:
        kind = hasEscape(bytes, ++from, --to) ? ESCAPED : TEXT;
        break;
      case BRACE:
      case BRACKET:
        kind = NESTED;
        break;
      case 0x74:
      case 0x66:
        kind = BOOL;
        break;
      case 0x6e:
        kind = NULL;
        break;
      default:
        kind = numberEnd(bytes, from, to) === to ? numberKind : TEXT;
    }
    if (kind === NULL) return;
    if (role === 0) batch.addField(key, from, to, kind);
    else this.#roles.take(batch, batch.count, role, key, from, to, kind);
  }
}

/** The key read last; of a longer one its beginning. */
function nameOf({ bytes, keyFrom, keyTo }: JsonCursor): string {
  return decoder.decode(bytes.subarray(keyFrom, Math.min(keyTo, keyFrom + LONGEST_NAME)));
}
