import type { Settings } from "../settings/settings.ts";
import { originText } from "../settings/origin.ts";
import type { Target } from "./choose_provider.ts";
import { AiFailure } from "./failure.ts";
import { isSameModel, ranked } from "./model_names.ts";
import type { PriceTable } from "./prices.ts";
import type { ModelInfo } from "./provider.ts";

/** Kinds of analysis; each may have a model of its own. */
const ANALYSIS_KINDS = ["error", "performance", "security", "code", "quick"] as const;
export type AnalysisKind = typeof ANALYSIS_KINDS[number];

/** The model to ask, and why it is this one, as words behind "because". */
export interface ModelChoice {
  readonly model: string;
  readonly why: string;
}

/** What the choice depends on besides the settings. */
export interface ChoiceContext {
  readonly settings: Settings;
  readonly target: Target;
  readonly kind: AnalysisKind;
  readonly prices: PriceTable;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The provider's models, asked for if need be. */
  models(): Promise<readonly ModelInfo[]>;
}

/**
 * The model for a question: that of the flag or the variable, that of the provider's entry or address, the analysis kind's
 * preference, the file's `ai-model`, else the best available. `ai-auto-select: true` puts the best available before
 * the file's, `false` makes a missing model an error. Throws AiFailure.
 */
export async function chooseModel(context: ChoiceContext): Promise<ModelChoice> {
  const { settings, target, kind } = context;
  const model = settings.get("ai-model");
  const origin = settings.origin("ai-model");
  if (model !== "" && (origin.kind === "flag" || origin.kind === "variable")) {
    return await matching(context, { model, why: `${originText(origin)} names it` });
  }
  if (target.model !== null) {
    const inEntry = settings.get("providers")[target.name]?.model !== undefined;
    const why = inEntry ? `providers.${target.name} names it` : "its address names it";
    return await matching(context, { model: target.model, why });
  }
  const preferred = settings.get("model-preferences")[`${kind}-analysis`];
  if (preferred !== undefined) {
    return await matching(context, {
      model: preferred,
      why: `model-preferences name it for ${kind} analysis`,
    });
  }
  const auto = settings.get("ai-auto-select");
  if (auto === true) return await bestAvailable(context, "ai-auto-select asks for the best available");
  if (model !== "") return await matching(context, { model, why: `${originText(origin)} names it` });
  if (auto === false) {
    throw new AiFailure(
      "model",
      "No model is named and ai-auto-select is false: set --ai-model or ai-model",
      { down: true },
    );
  }
  return await bestAvailable(context, "no model is named and it is the best available");
}

async function bestAvailable(
  { target, prices, today, models }: ChoiceContext,
  why: string,
): Promise<ModelChoice> {
  if (target.kind === "azure") {
    throw new AiFailure(
      "model",
      "No model is named: set --ai-model to the name of your deployment; Azure lists base models, not deployments",
      { down: true },
    );
  }
  const all = await models();
  const best = ranked(all, prices, today)[0];
  if (best === undefined) {
    const what = all.length === 0 ? "has no models" : "has no model that can chat";
    const how = target.kind === "ollama"
      ? "Run `ollama pull MODEL` to get one"
      : "Load one, or name one with --ai-model";
    throw new AiFailure("model", `${target.address} ${what}. ${how}`, { down: true });
  }
  return { model: best.name, why };
}

/** Local runners are looked up, so that a wrong name is told with the right ones. */
async function matching({ target, models }: ChoiceContext, choice: ModelChoice): Promise<ModelChoice> {
  if (target.kind !== "ollama") return choice;
  const all = await models();
  const found = all.find(({ name }) => isSameModel(name, choice.model));
  if (found) return { ...choice, model: found.name };
  const names = all.filter(({ chats }) => chats).map(({ name }) => name).slice(0, 8).join(", ");
  const there = names === "" ? "it has none yet" : `it has ${names}`;
  throw new AiFailure(
    "model",
    `${target.address} has no model ${choice.model} (${choice.why}); ${there}. Run \`ollama pull ${choice.model}\` to get it`,
    { down: true },
  );
}

/** The cheapest model that can chat and costs less than this one; null if there is none with a known price. */
export function cheaperThan(
  model: string,
  models: readonly ModelInfo[],
  prices: PriceTable,
  today: string,
): ModelInfo | null {
  const price = (name: string) => prices.cost(name, { input: 3, cached: 0, output: 1 });
  const now = price(model);
  if (now === null) return null;
  let best: { info: ModelInfo; cost: number } | null = null;
  for (const info of ranked(models, prices, today)) {
    const cost = price(info.name);
    if (cost !== null && cost < (best?.cost ?? now)) best = { info, cost };
  }
  return best?.info ?? null;
}
