import { type Batch, BOOL, DOUBLE, ESCAPED, INT, NESTED, NULL, TEXT } from "../../record/batch.ts";
import type { KeyTable } from "../../record/key_table.ts";
import { levelOfText } from "../severity_value.ts";
import { putDigits } from "../side_writer.ts";

/** Names of what OTLP has outside its attribute lists: the specification's, "Mapping to non-OTLP formats". */
const NAMES = {
  eventName: "event.name",
  traceFlags: "trace_flags",
  dropped: "otel.dropped_attributes_count",
  resourceDropped: "otel.resource.dropped_attributes_count",
  scopeDropped: "otel.scope.dropped_attributes_count",
  scopeName: "otel.scope.name",
  scopeVersion: "otel.scope.version",
  service: "service.name",
  host: "host.name",
} as const;

/** The numbers of those names in one key table; `fresh()` before each message and batch keeps them valid. */
export class OtlpKeys {
  readonly id = {} as Record<keyof typeof NAMES, number>;
  #keys: KeyTable | null = null;
  #generation = -1;

  fresh(keys: KeyTable): void {
    if (keys === this.#keys && keys.generation === this.#generation) return;
    this.#keys = keys;
    this.#generation = keys.generation;
    for (const [name, key] of Object.entries(NAMES)) this.id[name as keyof typeof NAMES] = keys.idOf(key);
  }
}

/** Fields that the records of a resource or a scope share: their group in the batch, and what it names. */
export class SharedFields {
  group = -1;
  service = -1;
  host = -1;

  /** Forgets the group: the batch was emptied, or another resource begins. */
  reset(): void {
    this.group = this.service = this.host = -1;
  }

  /** Makes the fields that were added since `field` a group, read from [rawFrom, rawTo). */
  close(batch: Batch, keys: OtlpKeys, field: number, rawFrom: number, rawTo: number): void {
    this.group = batch.addGroup(field, rawFrom, rawTo);
    for (let at = field; at < batch.fieldCount; at++) {
      if (batch.fieldKind[at] > ESCAPED) continue;
      if (batch.fieldKey[at] === keys.id.service) this.service = at;
      else if (batch.fieldKey[at] === keys.id.host) this.host = at;
    }
  }
}

/** Sets a record's time from nanoseconds since 1970 in two unsigned halves; zero is none. */
export function setNanos(batch: Batch, row: number, high: number, low: number): void {
  if (high === 0 && low === 0) return;
  // 2^32 = 4294 * 10^6 + 967 296: quotient and rest by 10^6 in steps that a double holds exactly.
  const rest = high * 967_296 + low;
  const carried = Math.floor(rest / 1e6);
  batch.time[row] = high * 4294 + carried;
  batch.nanos[row] = rest - carried * 1e6;
  batch.fraction[row] = 9;
}

/** Gives a record without a severity number the one that its severity text stands for. */
export function setSeverityByText(batch: Batch, row: number): void {
  const from = batch.severityFrom[row];
  const to = batch.severityTo[row];
  if (batch.severity[row] === 0 && to > from) {
    batch.severity[row] = levelOfText(batch.bytes, batch.view, from, to);
  }
}

/** Adds a count or a set of flags as a field, if it is not zero. */
export function addCount(batch: Batch, key: number, count: number): void {
  if (count === 0) return;
  const from = batch.side;
  putDigits(batch, count, 1);
  batch.addField(key, from, batch.side, INT);
}

/** A body that is a number or a boolean is a JSON value as it stands, as arrays and lists are. */
export function bodyKind(kind: number, batch: Batch, from: number): number {
  switch (kind) {
    case INT:
    case BOOL:
      return NESTED;
    case DOUBLE: {
      const first = batch.bytes[from] === 0x2d ? batch.bytes[from + 1] : batch.bytes[from];
      return first >= 48 && first <= 57 ? NESTED : TEXT;
    }
    case NULL:
    case NESTED:
      return kind;
    default:
      return TEXT;
  }
}
