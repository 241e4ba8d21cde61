import { Batch, ESCAPED, NULL, TEXT } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";

export interface TestRecord {
  body?: string | null;
  bodyKind?: number;
  time?: number;
  severity?: number;
  attributes?: [key: string, value: string, kind?: number][];
  service?: string;
  host?: string;
}

/** Batches that hold the records; `visit` is given one after the other. */
export function eachBatch(
  records: TestRecord[],
  visit: (batch: Batch) => void,
  keys = new KeyTable(),
  received = 0,
): void {
  const encoder = new TextEncoder();
  const room = records.reduce((sum, record) => sum + JSON.stringify(record).length * 4, 64);
  const batch = new Batch(16, room, keys);
  batch.received = received;
  const put = (text: string): [number, number] => {
    const from = batch.side;
    const bytes = encoder.encode(text);
    batch.bytes.set(bytes, from);
    batch.side += bytes.length;
    return [from, batch.side];
  };
  for (const record of records) {
    const row = batch.begin(batch.side, batch.side);
    [batch.bodyFrom[row], batch.bodyTo[row]] = put(record.body ?? "");
    batch.bodyKind[row] = record.body === null ? NULL : record.bodyKind ?? TEXT;
    batch.time[row] = record.time ?? NaN;
    batch.severity[row] = record.severity ?? 0;
    put("x"); // what stands behind a range must never be taken for a part of it
    const field = (key: string, value: string, kind = TEXT) => {
      const [from, to] = put(value);
      put("z");
      return batch.addField(keys.idOf(key), from, to, kind);
    };
    for (const [key, value, kind] of record.attributes ?? []) field(key, value, kind);
    if (record.service !== undefined) batch.service[row] = field("service.name", record.service);
    if (record.host !== undefined) batch.host[row] = field("host.name", record.host);
    batch.commit();
    if (batch.full) {
      visit(batch);
      batch.clear();
    }
  }
  visit(batch);
}

/** The inside of a JSON string with the escapes that JSON.stringify writes. */
export function escaped(text: string): { body: string; bodyKind: number } {
  return { body: JSON.stringify(text).slice(1, -1), bodyKind: ESCAPED };
}
