/** Characters that a token of a log has on average (2.9 MB of LogHub samples, o200k: 2.48). */
export const CHARACTERS_A_TOKEN = 2.4;

/** How far a correction may go: a provider that counts wrongly must not shrink or blow up what is sent. */
const LEAST = 0.4;
const MOST = 2.5;

/** Estimates tokens by characters, corrected by what providers counted. */
export class TokenCount {
  #correction = 1;

  /** Tokens of a text, rounded up. */
  of(characters: number): number {
    return Math.ceil(characters / CHARACTERS_A_TOKEN * this.#correction);
  }

  /** Characters that fit into some tokens. */
  charactersIn(tokens: number): number {
    return Math.max(0, Math.floor(tokens * CHARACTERS_A_TOKEN / this.#correction));
  }

  /** Learns from a request: its characters, and the tokens that the provider counted. Half of the way at a time. */
  learn(characters: number, tokens: number): void {
    if (characters < 400 || tokens <= 0) return;
    const seen = tokens * CHARACTERS_A_TOKEN / characters;
    // Counting too little breaks the budget, so that is believed at once.
    const next = seen > this.#correction ? seen : (seen + this.#correction) / 2;
    this.#correction = Math.min(MOST, Math.max(LEAST, next));
  }

  /** The provider said that it was too much. */
  tooLong(): void {
    this.#correction = Math.min(4 * MOST, this.#correction * 1.6);
  }
}
