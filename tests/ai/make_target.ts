import { targetsOf } from "../../src/ai/choose_provider.ts";
import { makeProvider } from "../../src/ai/make_provider.ts";
import type { ChatRequest, Piece, Provider } from "../../src/ai/provider.ts";
import { fakeClock, makeSettings } from "./make_settings.ts";

/** What a provider was made with, to look at afterwards. */
export interface Made {
  readonly provider: Provider;
  readonly notices: string[];
  readonly clock: ReturnType<typeof fakeClock>;
}

/** The provider that these variables choose; its clock does not wait. */
export function makeFrom(
  variables: Record<string, string>,
  environment: Record<string, string> = {},
  yaml = "",
): Made {
  const settings = makeSettings(variables, yaml);
  const notices: string[] = [];
  const clock = fakeClock();
  const provider = makeProvider(targetsOf(settings)[0], settings, {
    environment: (name) => environment[name],
    clock,
    notice: (text) => notices.push(text),
  });
  return { provider, notices, clock };
}

export const QUESTION: ChatRequest = {
  model: "some-model",
  messages: [{ role: "system", content: "Be short." }, { role: "user", content: "What broke?" }],
  tools: [],
  context: 8192,
};

export const TOOL = { name: "look", description: "Looks", parameters: { type: "object", properties: {} } };

/** All pieces of an answer. */
export async function collect(
  provider: Provider,
  chat: Partial<ChatRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of provider.stream({ ...QUESTION, ...chat }, signal)) pieces.push(piece);
  return pieces;
}

/** The text of the pieces of one kind. */
export function textOf(pieces: readonly Piece[], kind: "text" | "thinking" = "text"): string {
  return pieces.map((piece) => piece.kind === kind ? piece.text : "").join("");
}

/** Why the answer ended, null if nothing said so. */
export function endOf(pieces: readonly Piece[]): string | null {
  const end = pieces.at(-1);
  return end?.kind === "end" ? end.reason : null;
}
