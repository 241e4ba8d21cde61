import type { Kind } from "./kind.ts";

/** Parts of the help, in this order. */
export const GROUPS = {
  input: "Input",
  display: "Display",
  analysis: "Analysis",
  receiver: "OTLP receiver",
  ai: "AI",
  run: "Run",
} as const;

/** Whose variables: the product's, the hosted AI provider's, its enterprise cloud's. */
export type Family = "TOOL" | "PROVIDER" | "CLOUD";

/** One row of the table. Its key in the table is its name and its key in the configuration file. */
export interface Setting<T = unknown> {
  readonly group: keyof typeof GROUPS;
  readonly kind: Kind<T>;
  /** null: nothing is chosen. */
  readonly default: T | null;
  /** What it does, as words after its name: lower case, no full stop, the unit of a number. */
  readonly help: string;
  /** What the default means where its value does not say it. */
  readonly defaultMeans?: string;
  readonly flag?: `--${string}`;
  readonly short?: `-${string}`;
  /** Whose variables it answers to; null: none. `TOOL` unless it says otherwise. */
  readonly family?: Family | null;
  /** Further names of its variable, asked for after the product's. */
  readonly otherVariables?: readonly string[];
  /** Its value is never shown. */
  readonly secret?: true;
  /** It cannot stand in the configuration file. */
  readonly inFile?: false;
  /** In each layer, the value of that setting is taken before its own. */
  readonly overruledBy?: string;
}
