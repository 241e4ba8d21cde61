import type { Batch } from "../../record/batch.ts";
import { JsonEnvelope } from "../json/json_envelope.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { CONTAINER } from "./envelope_kind.ts";

/**
 * Docker's json-file log (`{"log":"…\n","stream":"stdout","time":"…"}`), and what shippers make of it with
 * `kubernetes.*` fields. The line inside is read with the other formats; pieces of a long one are joined.
 */
export class DockerFormat implements LineFormat {
  readonly name = "docker";
  readonly #envelope: JsonEnvelope;

  constructor(context: ReadContext) {
    this.#envelope = new JsonEnvelope(context, CONTAINER);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    return this.#envelope.read(batch, from, to);
  }
}
