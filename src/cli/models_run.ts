import { Budget } from "../ai/budget.ts";
import { type AnalysisKind, chooseModel } from "../ai/choose_model.ts";
import type { Target } from "../ai/choose_provider.ts";
import { Connector } from "../ai/connection.ts";
import { AiFailure, EXIT_STATUS } from "../ai/failure.ts";
import { type Book, costIn, dayOf, Ledger, tokensOn } from "../ai/ledger.ts";
import { isSameModel } from "../ai/model_names.ts";
import { PriceTable } from "../ai/prices.ts";
import type { HostedUsage, ModelInfo } from "../ai/provider.ts";
import { CLOCK } from "../ai/retry.ts";
import { visible } from "../terminal/text.ts";
import { HERE, stateFolder } from "../settings/places.ts";
import type { Settings } from "../settings/settings.ts";
import { print, tell } from "./output.ts";
import { stopOnSignals } from "./signals.ts";

/** Models that are listed for people. */
const MOST = 40;

interface Found {
  readonly name: string;
  readonly provider: string;
  readonly because: string;
  readonly address: string;
  readonly reachable: boolean;
  readonly problem: string | null;
  readonly models: readonly ModelInfo[];
  /** `listed`: whether it is among the models; null where that tells nothing. */
  readonly chosen:
    | { readonly model: string; readonly because: string; readonly listed: boolean | null }
    | null;
  readonly hosted: HostedUsage | null;
  readonly failure: AiFailure | null;
}

/** Prints the providers and their models. Answers the exit status. */
export async function listModels(
  settings: Settings,
  options: { kind: AnalysisKind; json: boolean; usage: boolean },
): Promise<number> {
  const ledger = new Ledger(stateFolder(HERE));
  const prices = new PriceTable(settings);
  const world = {
    environment: HERE.environment,
    clock: CLOCK,
    notice: (text: string) => tell(visible(text)),
  };
  const budget = new Budget(settings, ledger, CLOCK);
  const connector = new Connector({ settings, world, prices, budget });
  const { signal, release } = stopOnSignals();
  try {
    const found: Found[] = [];
    for (const target of connector.targets) {
      found.push(await look(target, { settings, connector, prices, budget, ...options }, signal));
    }
    const book = options.usage ? await ledger.read() : null;
    await print(options.json ? asJson(found, book) : asText(found, book, prices));
    const first = found.find(({ chosen, failure }) => chosen !== null && failure === null);
    return first ? 0 : EXIT_STATUS[found.find(({ failure }) => failure)?.failure?.failure ?? "model"];
  } finally {
    release();
  }
}

interface Looking {
  readonly settings: Settings;
  readonly connector: Connector;
  readonly prices: PriceTable;
  readonly budget: Budget;
  readonly kind: AnalysisKind;
  readonly usage: boolean;
}

async function look(target: Target, looking: Looking, signal: AbortSignal): Promise<Found> {
  const { settings, connector, prices, budget, kind, usage } = looking;
  let models: readonly ModelInfo[] = [];
  let chosen: Found["chosen"] = null;
  let failure: AiFailure | null = null;
  let reachable = false;
  let hosted: HostedUsage | null = null;
  try {
    models = await connector.models(target, signal);
    reachable = true;
  } catch (error) {
    failure = failureOf(error);
  }
  try {
    const today = dayOf(CLOCK.now());
    const context = { settings, target, kind, prices, today, models: () => Promise.resolve(models) };
    if (reachable || target.kind !== "ollama") {
      const choice = await chooseModel(context);
      const tells = models.length > 0 && target.kind !== "azure";
      const listed = tells ? models.some(({ name }) => isSameModel(name, choice.model)) : null;
      chosen = { model: choice.model, because: choice.why, listed };
    }
    failure ??= await budget.overCost(target);
  } catch (error) {
    failure ??= failureOf(error);
  }
  if (usage && reachable) hosted = await connector.provider(target).usage?.(signal) ?? null;
  const { name, kind: provider, why: because, address } = target;
  const problem = failure?.message ?? null;
  return { name, provider, because, address, reachable, problem, models, chosen, hosted, failure };
}

function failureOf(error: unknown): AiFailure {
  if (error instanceof AiFailure && error.failure !== "cancelled") return error;
  throw error;
}

function asJson(found: readonly Found[], book: Book | null): string {
  const providers = found.map(({ failure: _failure, hosted, ...rest }) =>
    book === null ? rest : { ...rest, hosted }
  );
  return `${JSON.stringify(book === null ? { providers } : { providers, usage: book }, null, 2)}\n`;
}

function asText(found: readonly Found[], book: Book | null, prices: PriceTable): string {
  const lines: string[] = [];
  for (const { name, provider, because, address, reachable, problem, models, chosen, hosted } of found) {
    if (lines.length > 0) lines.push("");
    lines.push(`Provider  ${name === provider ? provider : `${name} (${provider})`}, because ${because}`);
    lines.push(`Address   ${address}`);
    lines.push(`Answers   ${reachable ? "yes" : "no"}`);
    if (problem !== null) lines.push(`Problem   ${problem}`);
    const lost = chosen?.listed === false ? "; it is not among those listed" : "";
    lines.push(
      chosen === null ? "Model     none" : `Model     ${chosen.model}, because ${chosen.because}${lost}`,
    );
    if (provider === "azure" && models.length > 0) {
      lines.push("Base models of the region (deployments are not listed):");
    } else if (models.length > 0) lines.push("Models");
    lines.push(...models.slice(0, MOST).map((model) => modelLine(model, chosen?.model ?? null, prices)));
    if (models.length > MOST) lines.push(`  and ${models.length - MOST} more: --json lists them`);
    if (hosted !== null) lines.push(`Limits    ${hostedLine(hosted)}`);
  }
  if (book !== null) lines.push("", ...usageLines(book));
  return `${lines.map(visible).join("\n")}\n`;
}

function modelLine(model: ModelInfo, chosen: string | null, prices: PriceTable): string {
  const price = prices.find(model.name);
  const notes = [
    ...model.chats ? [] : ["cannot chat"],
    ...model.loaded ? ["loaded"] : [],
    ...model.context ?? price?.context ? [`${model.context ?? price?.context} tokens`] : [],
    ...price ? [`$${price.input} in, $${price.output} out per million tokens`] : [],
  ];
  return `  ${model.name === chosen ? "*" : " "} ${model.name}${
    notes.length > 0 ? `  (${notes.join(", ")})` : ""
  }`;
}

function hostedLine({ limitUsd, usedUsd, note }: HostedUsage): string {
  if (note !== null) return note;
  const used = usedUsd === null ? "usage not reported" : `$${usedUsd.toFixed(2)} used this month`;
  return limitUsd === null ? used : `${used}, limit $${limitUsd.toFixed(2)}`;
}

function usageLines(book: Book): string[] {
  const today = dayOf(CLOCK.now());
  const month = today.slice(0, 7);
  const names = new Set(
    Object.entries(book).filter(([day]) => day.startsWith(month)).flatMap(([, providers]) =>
      Object.keys(providers)
    ),
  );
  if (names.size === 0) return ["Used      nothing this month"];
  const rows = [...names].sort().map((name) => {
    const use = book[today]?.[name];
    const tokens = use ? use.input + use.output : 0;
    return `  ${name}: ${tokens} tokens today in ${use?.requests ?? 0} requests, $${
      costIn(book, month, name).toFixed(4)
    } this month`;
  });
  return [`Used      ${tokensOn(book, today)} tokens today`, ...rows];
}
