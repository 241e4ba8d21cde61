import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import {
  type AttributeValue,
  type JsonText,
  type LogRecord,
  logRecordOf,
} from "../../src/record/log_record.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../../src/format/line_format.ts";

/** A record as a test writes it down: what is absent is left out. */
export interface ExpectedRecord {
  time?: string;
  severity?: number;
  body: string | JsonText | null;
  service?: string;
  host?: string;
  traceId?: string;
  spanId?: string;
  attributes?: Record<string, AttributeValue>;
}

/** Gives text to one format, line by line, and shows the records it makes. Times without a zone are UTC. */
export class FormatTester {
  readonly batch: Batch;
  readonly format: LineFormat;
  /** What the format was made with, to be changed by a test. */
  readonly context: { -readonly [key in keyof ReadContext]: ReadContext[key] };
  readonly handedOver: LogRecord[] = [];
  readonly #encoder = new TextEncoder();

  /** `behind`: what stands behind each line. */
  constructor(
    make: (context: ReadContext) => LineFormat,
    inner?: (context: ReadContext) => LineFormat,
    readonly behind = `"}]}\n{"msg":"not to be read","x":"`,
  ) {
    const keys = new KeyTable();
    this.batch = new Batch(1 << 20, 4 << 20, keys);
    let reader: LineFormat | null = null;
    const context: ReadContext = {
      hasEscape: true,
      single: false,
      keys,
      offsetAt: () => 0,
      reference: Date.UTC(2026, 10, 20),
      handOver: (batch) => {
        this.#take();
        batch.clearRows();
      },
      readInner: (batch, from, to) => {
        if (reader !== null && reader.read(batch, from, to) === YES) return YES;
        batch.begin(from, to);
        batch.commit();
        return YES;
      },
    };
    if (inner) reader = inner(context);
    this.context = context;
    this.format = make(context);
  }

  /** Reads one line (or joined lines) into the emptied batch. Bytes behind it are hostile. */
  read(line: string | Uint8Array): { verdict: Verdict; added: number } {
    const { batch } = this;
    batch.clear();
    this.handedOver.length = 0;
    const bytes = typeof line === "string" ? this.#encoder.encode(line) : line;
    const from = 5;
    batch.bytes.set(bytes, from);
    batch.bytes.set(this.#encoder.encode(this.behind), from + bytes.length);
    const fieldsBefore = batch.fieldCount;
    const verdict = this.format.read(batch, from, from + bytes.length);
    const added = batch.count + this.handedOver.length;
    if (verdict !== YES && (batch.fieldCount !== fieldsBefore || batch.side !== batch.sideFrom)) {
      throw new Error(`Something was left in the batch by ${line}`);
    }
    return { verdict, added };
  }

  /** The records of a line. */
  records(line: string | Uint8Array): ExpectedRecord[] {
    if (this.read(line).verdict === NO) return [];
    this.#take();
    return this.handedOver.map(expected);
  }

  /** The only record of a line, whole. */
  record(line: string | Uint8Array): LogRecord {
    const { verdict } = this.read(line);
    if (verdict !== YES) throw new Error(`Verdict ${verdict} for ${line}`);
    this.#take();
    return this.handedOver[0];
  }

  #take(): void {
    for (let row = 0; row < this.batch.count; row++) this.handedOver.push(logRecordOf(this.batch, row));
  }
}

function expected(record: LogRecord): ExpectedRecord {
  const { time, severity, body, service, host, traceId, spanId, attributes } = record;
  return {
    ...(time === null ? {} : { time: new Date(time).toISOString() }),
    ...(severity === 0 ? {} : { severity }),
    body,
    ...(service === null ? {} : { service }),
    ...(host === null ? {} : { host }),
    ...(traceId === null ? {} : { traceId }),
    ...(spanId === null ? {} : { spanId }),
    ...(attributes.size === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  };
}
