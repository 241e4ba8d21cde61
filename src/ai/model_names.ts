import type { ModelInfo, ProviderKind } from "./provider.ts";
import type { PriceTable } from "./prices.ts";

/** Names of models that make something else than a chat: vectors, pictures, sound, verdicts, completions. */
const OTHER =
  /embed|whisper|\btts|-tts|dall-?e|image|audio|realtime|transcri|moderation|rerank|^(?:babbage|davinci|ada|curie)\b|davinci-00|sora|computer-use|-instruct-0914|3\.5-turbo-instruct|\bclip\b|(?:^|\/)bge-|(?:^|\/)(?:e5|gte)-|search-(?:api|preview)|llama-?guard/i;

/** Hosted models that answer on the Responses API alone. */
const RESPONSES_ONLY = /^(?:gpt|o\d).*(?:-codex|-pro|-deep-research)(?:-|$)/i;

/** Whether a model of this name can chat, as far as its name says. */
export function canChat(name: string, kind: ProviderKind): boolean {
  const hosted = kind === "openai" || kind === "azure";
  return !OTHER.test(name) && !(RESPONSES_ONLY.test(name) && (hosted || kind === "compatible"));
}

/** Whether two names mean one model: Ollama's get `:latest`. */
export function isSameModel(a: string, b: string): boolean {
  return a === b || `${a}:latest` === b || a === `${b}:latest`;
}

/**
 * The models that can chat, best first: those in the price table in its order (their dated snapshots after them),
 * then models in memory, then the largest by weights or by the number of parameters in the name, then as listed.
 */
export function ranked(models: readonly ModelInfo[], prices: PriceTable, today: string): ModelInfo[] {
  const place = ({ name }: ModelInfo) => {
    const price = prices.find(name);
    if (price === null || price.shutDown !== null && price.shutDown <= today) return Infinity;
    return prices.order(price) + (name === price.model ? 0 : 0.5);
  };
  const shutDown = ({ name }: ModelInfo) => {
    const date = prices.find(name)?.shutDown;
    return date !== null && date !== undefined && date <= today;
  };
  const chatting = models.filter((model) => model.chats && !shutDown(model));
  return chatting.map((model, listed) => ({ model, listed, place: place(model) })).sort((a, b) => {
    if (a.place !== b.place) return a.place < b.place ? -1 : 1;
    const loaded = Number(b.model.loaded ?? false) - Number(a.model.loaded ?? false);
    return loaded || sizeOf(b.model) - sizeOf(a.model) || a.listed - b.listed;
  }).map(({ model }) => model);
}

/** How large a model is: its bytes, else a byte for each parameter that its name tells of. */
function sizeOf({ name, size }: ModelInfo): number {
  if (size !== null) return size;
  const billions = /(?:^|[-_:/ ])(\d+(?:\.\d+)?)b(?:$|[-_:. ])/i.exec(name)?.[1];
  return billions === undefined ? 0 : Number(billions) * 1e9;
}
