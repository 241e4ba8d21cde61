/** Why there is no whole answer. Each has an exit status of `weir ask`. */
export type FailureCause =
  /** No key, or one that was refused. */
  | "key"
  /** No model, or one that does not exist. */
  | "model"
  /** Not reached, dropped before an answer began, not an API, or failing by its own account. */
  | "network"
  | "timeout"
  /** The provider does not take the request. */
  | "refused"
  /** The provider's own limits: too many requests, or a spent quota. */
  | "limit"
  /** The limits of the configuration: tokens a day, cost a month. */
  | "budget"
  /** An answer began and did not end. */
  | "incomplete"
  /** An answer without a word. */
  | "nothing"
  /** Held back by the provider's content filter. */
  | "filtered"
  | "cancelled";

/** Exit statuses of `weir ask`. */
export const EXIT_STATUS: Record<FailureCause, number> = {
  key: 4,
  model: 5,
  network: 6,
  timeout: 7,
  refused: 8,
  limit: 9,
  budget: 10,
  incomplete: 11,
  nothing: 12,
  filtered: 13,
  cancelled: 130,
};

/** What more is known of a failure. */
export interface FailureDetails {
  /** The HTTP status that was answered. */
  readonly status?: number;
  /** The parameter that the provider does not take, as it named it. */
  readonly param?: string;
  /** What was sent does not fit into the model's context. */
  readonly tooLong?: boolean;
  /** How many tokens it was, by the server's count. */
  readonly promptTokens?: number;
  /** Another provider of the list may be tried. */
  readonly down?: boolean;
}

/** No whole answer: a sentence for people that says what to do. Never holds a key. */
export class AiFailure extends Error {
  override name = "AiFailure";
  constructor(
    readonly failure: FailureCause,
    message: string,
    readonly details: FailureDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
