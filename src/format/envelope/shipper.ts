import type { Batch } from "../../record/batch.ts";
import { JsonEnvelope } from "../json/json_envelope.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { SHIPPER } from "./envelope_kind.ts";

/**
 * JSON of those that send lines on or keep them: Filebeat, Vector, Logstash and Fluent Bit, CloudWatch, Loki, Splunk, and
 * Google Cloud's `textPayload`. The line inside is read with the other formats.
 */
export class ShipperFormat implements LineFormat {
  readonly name = "shipper";
  readonly #envelope: JsonEnvelope;

  constructor(context: ReadContext) {
    this.#envelope = new JsonEnvelope(context, SHIPPER, true);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    return this.#envelope.read(batch, from, to);
  }
}
