import table from "./prices.json" with { type: "json" };
import type { Settings } from "../settings/settings.ts";
import type { Usage } from "./provider.ts";

/** US dollars per million tokens. */
export interface Price {
  readonly model: string;
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  /** Other prices of requests with more input than `TIER` tokens; null if they are the same. */
  readonly above: { readonly input: number; readonly output: number } | null;
  /** Tokens that fit into the model; null where the table does not say. */
  readonly context: number | null;
  /** Day after which the model is gone, `YYYY-MM-DD`. */
  readonly shutDown: string | null;
}

/** Input tokens from which on the newer models cost more. */
const TIER = 272_000;

/** A day at the end of a name, such as `-2025-08-07` or `-0613`, that makes it a snapshot of the model before. */
const SNAPSHOT = /-(?:\d{4}-\d\d-\d\d|\d{4}|latest)$/;

/** Prices and sizes of models; those of the configuration go before the ones that came with weir. */
export class PriceTable {
  readonly source: string;
  readonly #prices: readonly Price[];
  readonly #byName = new Map<string, Price>();

  constructor(own: Settings | null) {
    const given = own === null ? [] : Object.entries(own.get("ai-prices"));
    const replaced = given.map(([model, price]): Price => ({
      model,
      input: price.input ?? 0,
      cachedInput: price.cached_input ?? price.input ?? 0,
      output: price.output ?? 0,
      above: null,
      context: price.context ?? null,
      shutDown: null,
    }));
    this.#prices = table.models.map((row): Price => {
      const above = "above_272k" in row ? row.above_272k ?? null : null;
      const shutDown = "shut_down" in row ? row.shut_down ?? null : null;
      const { model, input, output, context } = row;
      const base = { model, input, cachedInput: row.cached_input, output, above, context, shutDown };
      const other = replaced.find((price) => price.model === model);
      return other ? { ...other, context: other.context ?? context } : base;
    });
    const added = replaced.filter(({ model }) => !this.#prices.some((price) => price.model === model));
    this.#prices = [...this.#prices, ...added];
    for (const price of this.#prices) this.#byName.set(price.model, price);
    this.source = `${table.source} (${table.date})`;
  }

  /** The price of a model, of the model it is a snapshot of, or of the same after a proxy's `vendor/`. */
  find(name: string): Price | null {
    for (const candidate of [name, name.replace(/^.*\//, "")]) {
      const found = this.#byName.get(candidate) ?? this.#byName.get(candidate.replace(SNAPSHOT, ""));
      if (found) return found;
    }
    return null;
  }

  /** The models with a price, in the order of the automatic choice. */
  get names(): string[] {
    return this.#prices.map(({ model }) => model);
  }

  /** Place in the order of the automatic choice, 0 for the best. */
  order(price: Price): number {
    return this.#prices.indexOf(price);
  }

  /** US dollars of a request; null for a model without a price. */
  cost(model: string, { input, cached, output }: Usage): number | null {
    const price = this.find(model);
    if (price === null) return null;
    const tier = price.above !== null && input > TIER ? price.above : price;
    const cachedShare = price.cachedInput * (tier.input / (price.input || 1));
    return ((input - cached) * tier.input + cached * cachedShare + output * tier.output) / 1e6;
  }
}
