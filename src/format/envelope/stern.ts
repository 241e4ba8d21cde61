import type { Batch } from "../../record/batch.ts";
import { JsonEnvelope } from "../json/json_envelope.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { POD } from "./envelope_kind.ts";

/**
 * `stern -o json`: `{"message":"…","nodeName":"…","namespace":"…","podName":"…","containerName":"…"}`. The
 * message is read with the other formats.
 */
export class SternFormat implements LineFormat {
  readonly name = "stern";
  readonly #envelope: JsonEnvelope;

  constructor(context: ReadContext) {
    this.#envelope = new JsonEnvelope(context, POD);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    return this.#envelope.read(batch, from, to);
  }
}
