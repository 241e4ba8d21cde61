/** What patterns say, by their numbers: their templates, and these with the values that do not vary. */
export interface Texts {
  templateOf(pattern: number): string;
  saidBy(pattern: number): string;
}
