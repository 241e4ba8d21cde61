import type { Answer } from "../../src/engine/messages.ts";

/** An answer that must be of a kind. */
export function answered<Kind extends Answer["kind"]>(answer: Answer, kind: Kind): Answer & { kind: Kind } {
  if (answer.kind !== kind) throw new Error(`Not ${kind}: ${JSON.stringify(answer)}`);
  return answer as Answer & { kind: Kind };
}
