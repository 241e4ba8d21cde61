import { grouped } from "../record/grouped.ts";
import type { Settings } from "../settings/settings.ts";
import type { Target } from "./choose_provider.ts";
import { AiFailure } from "./failure.ts";
import { type Book, costIn, dayOf, type Ledger, tokensOn } from "./ledger.ts";
import type { Usage } from "./provider.ts";
import type { Clock } from "./retry.ts";

/** Share of the daily limit from which on a cheaper model is taken. */
const NEAR = 0.8;

/** The limits of the configuration, and what was used of them. */
export class Budget {
  readonly #settings: Settings;
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(settings: Settings, ledger: Ledger, clock: Clock) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Why a provider is over its cost limit of this month; null if it is not. */
  async overCost({ name, costLimit }: Target): Promise<AiFailure | null> {
    if (costLimit === null) return null;
    const month = dayOf(this.#clock.now()).slice(0, 7);
    const cost = costIn(await this.#ledger.read(), month, name);
    if (cost < costLimit) return null;
    return new AiFailure(
      "budget",
      `${name} has cost $${cost.toFixed(2)} this month; its limit is $${
        costLimit.toFixed(2)
      }. Raise cost_limit, or use another provider`,
      { down: true },
    );
  }

  /** Throws AiFailure if `tokens` more would pass the daily limit. Says whether a cheaper model is due. */
  async allow(tokens: number): Promise<{ near: boolean }> {
    const limit = this.#settings.get("ai-daily-token-limit");
    if (limit === null) return { near: false };
    const used = tokensOn(await this.#ledger.read(), dayOf(this.#clock.now()));
    if (used + tokens > limit) {
      throw new AiFailure(
        "budget",
        `${grouped(used)} of ${grouped(limit)} tokens for today are used, and this question needs about ${
          grouped(tokens)
        }. ` +
          "Raise ai-daily-token-limit, lower ai-context-size, or wait for tomorrow",
      );
    }
    return { near: this.#settings.get("ai-auto-downgrade") && used + tokens >= limit * NEAR };
  }

  /** Enters what a request used; answers a warning that is due now, once a day. */
  async enter(target: Target, usage: Usage, cost: number | null): Promise<string | null> {
    const day = dayOf(this.#clock.now());
    const book: Book = await this.#ledger.add(day, target.name, usage, cost);
    const notice = this.#ledger.takeNotice();
    if (notice !== null) return notice;
    const warnAt = this.#settings.get("ai-warn-at-usage");
    const used = tokensOn(book, day);
    if (warnAt === null || used < warnAt || !await this.#ledger.warnOnce(day)) return null;
    const limit = this.#settings.get("ai-daily-token-limit");
    const of = limit === null ? "" : ` of ${grouped(limit)}`;
    return `${grouped(used)}${of} tokens were used today (ai-warn-at-usage is ${grouped(warnAt)})`;
  }
}
