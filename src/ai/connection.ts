import type { Settings } from "../settings/settings.ts";
import type { Budget } from "./budget.ts";
import { type AnalysisKind, chooseModel } from "./choose_model.ts";
import { type Target, targetsOf } from "./choose_provider.ts";
import { AiFailure } from "./failure.ts";
import { dayOf } from "./ledger.ts";
import { makeProvider, type World } from "./make_provider.ts";
import { OLLAMA_ANSWER } from "./ollama.ts";
import type { PriceTable } from "./prices.ts";
import { type ModelInfo, modelNamed, type Provider, type ProviderKind } from "./provider.ts";

/** Tokens of context where the configuration does not say: what most models have room for, and what costs little. */
const CONTEXT = 16_000;
/** The same of a model of which nothing is known, and of one that runs on this machine's own memory. */
const UNKNOWN_CONTEXT = 6000;
const LOCAL_CONTEXT = 8000;
/** Share of a model's room that the answer gets at the most. */
const ANSWER_SHARE = 0.4;

/** Kinds of providers that are nothing without a key. */
const WANT_KEY: readonly ProviderKind[] = ["openai", "azure"];

/** A provider with the model that is asked. */
export interface Connection {
  readonly target: Target;
  readonly provider: Provider;
  readonly model: ModelInfo;
  /** Why this model, as words behind "because". */
  readonly why: string;
  /** Tokens of context that are sent at the most. */
  readonly contextSize: number;
  /** Tokens that a local runner makes room for; the same for a whole session, for another size loads it anew. */
  readonly room: number;
}

export interface ConnectOptions {
  readonly settings: Settings;
  readonly world: World;
  readonly prices: PriceTable;
  readonly budget: Budget;
}

/** Finds providers that can be asked, in their order; those that cannot are told of and skipped. */
export class Connector {
  readonly #options: ConnectOptions;
  readonly #targets: readonly Target[];
  readonly #providers = new Map<Target, Provider>();
  readonly #models = new Map<Target, readonly ModelInfo[]>();
  readonly #rooms = new Map<string, number>();

  /** Throws UserError for settings that cannot be. */
  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#targets = targetsOf(options.settings);
  }

  get targets(): readonly Target[] {
    return this.#targets;
  }

  /** The first provider that works, from place `from` on in the list. */
  async connect(
    kind: AnalysisKind,
    signal: AbortSignal,
    from = 0,
  ): Promise<{ connection: Connection; place: number }> {
    const { budget, world } = this.#options;
    for (let place = from;; place++) {
      const target = this.#targets[place];
      try {
        const over = await budget.overCost(target);
        if (over !== null) throw over;
        return { connection: await this.open(target, kind, signal), place };
      } catch (error) {
        if (!(error instanceof AiFailure) || error.failure === "cancelled") throw error;
        if (place + 1 >= this.#targets.length) throw error;
        world.notice(`${target.name} was skipped: ${error.message}`);
      }
    }
  }

  /** A connection to one provider; `model` null chooses one. */
  async open(
    target: Target,
    kind: AnalysisKind,
    signal: AbortSignal,
    model: string | null = null,
  ): Promise<Connection> {
    const { settings, prices, world } = this.#options;
    const provider = this.provider(target);
    const models = () => this.models(target, signal);
    const today = dayOf(world.clock.now());
    const choice = model === null
      ? await chooseModel({ settings, target, kind, prices, today, models })
      : { model, why: "it was chosen in the dashboard" };
    const info = await this.#describe(target, provider, choice.model, signal);
    return { target, provider, model: info, why: choice.why, ...this.#sizes(target, info) };
  }

  /** Why no provider can be asked, whatever they would answer; null if one may. */
  get problem(): AiFailure | null {
    let first: AiFailure | null = null;
    for (const target of this.#targets) {
      try {
        this.provider(target);
        return null;
      } catch (error) {
        if (!(error instanceof AiFailure)) throw error;
        first ??= error;
      }
    }
    return first;
  }

  /**
   * What the first provider would be asked if it had the key that it wants: its models cannot be listed, so that the best
   * one that has a price stands for the one it would choose. Null if no provider wants a key that is not there.
   */
  async withoutKey(kind: AnalysisKind, signal: AbortSignal): Promise<Connection | null> {
    const { settings, prices, world } = this.#options;
    const target = this.#targets.find(({ kind, key }) => key === null && WANT_KEY.includes(kind));
    if (target === undefined) return null;
    const provider = makeProvider(target, settings, world, false);
    const models = () => {
      world.notice(
        "Models cannot be listed without a key, so this shows the best one with a known price",
      );
      return Promise.resolve(prices.names.map((name) => modelNamed(name)));
    };
    const today = dayOf(world.clock.now());
    const choice = await chooseModel({ settings, target, kind, prices, today, models });
    const info = await this.#describe(target, provider, choice.model, signal);
    return { target, provider, model: info, why: choice.why, ...this.#sizes(target, info) };
  }

  /** The provider's client; throws AiFailure where it needs a key and has none. */
  provider(target: Target): Provider {
    let provider = this.#providers.get(target);
    if (provider === undefined) {
      provider = makeProvider(target, this.#options.settings, this.#options.world);
      this.#providers.set(target, provider);
    }
    return provider;
  }

  /** The provider's models, asked for once. */
  async models(target: Target, signal: AbortSignal): Promise<readonly ModelInfo[]> {
    let models = this.#models.get(target);
    if (models === undefined) {
      models = await this.provider(target).models(signal);
      this.#models.set(target, models);
    }
    return models;
  }

  /** Context sizes come from the price table, the entry, or the local server; hosted ones are not asked again. */
  async #describe(target: Target, provider: Provider, name: string, signal: AbortSignal): Promise<ModelInfo> {
    const priced = this.#options.prices.find(name)?.context ?? null;
    const listed = this.#models.get(target)?.find((model) => model.name === name);
    let info = listed ?? modelNamed(name);
    if (target.kind === "ollama" || target.kind === "lmstudio") {
      try {
        info = await provider.describe(name, signal);
      } catch (error) {
        if (!(error instanceof AiFailure) || error.failure !== "model" && error.failure !== "refused") {
          throw error;
        }
      }
    }
    return { ...info, context: target.contextLength ?? info.context ?? priced };
  }

  #sizes({ kind, sampling }: Target, { name, context }: ModelInfo): Pick<Connection, "contextSize" | "room"> {
    const wanted = this.#options.settings.get("ai-context-size");
    const answer = sampling.maxTokens ?? OLLAMA_ANSWER;
    const usual = kind === "ollama" ? LOCAL_CONTEXT : context === null ? UNKNOWN_CONTEXT : CONTEXT;
    let contextSize = wanted ?? usual;
    if (context !== null) {
      contextSize = Math.min(contextSize, context - Math.min(answer, Math.floor(context * ANSWER_SHARE)));
    }
    const room = this.#rooms.get(name) ?? Math.min(context ?? Infinity, contextSize + answer);
    this.#rooms.set(name, room);
    return { contextSize, room };
  }
}
