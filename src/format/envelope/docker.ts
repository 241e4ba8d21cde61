import type { Batch } from "../../record/batch.ts";
import { JsonEnvelope } from "../json/json_envelope.ts";
import { type LineFormat, NO, type ReadContext, type Verdict } from "../line_format.ts";
import { isText } from "../text/text_tokens.ts";
import { CONTAINER } from "./envelope_kind.ts";

const UNIT = 0x1f;
/** The line of a preamble that tells that no entry of the source ends with a newline; no program writes it. */
const BARE = "\x1fbare entries";
const BARE_ENTRIES: readonly string[] = [BARE];
const NOTHING: readonly string[] = [];

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

  get preamble(): readonly string[] {
    return this.#envelope.isBare ? BARE_ENTRIES : NOTHING;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    if (batch.bytes[from] === UNIT) {
      if (isText(batch.bytes, from, to, BARE)) this.#envelope.isBare = true;
      return NO;
    }
    return this.#envelope.read(batch, from, to);
  }
}
