import type { Answer, Question, Row, RowId } from "../engine/messages.ts";
import type { Origin } from "../settings/origin.ts";
import type { SettingName } from "../settings/table.ts";
import type { AnswerEvent } from "./answer.ts";
import type { AnalysisKind } from "./choose_model.ts";
import type { FailureCause } from "./failure.ts";

/** The settings as plain data. */
export interface SettingsData {
  readonly values: readonly {
    readonly name: SettingName;
    readonly value: unknown;
    readonly origin: Origin;
  }[];
  readonly folder: string | null;
}

/** A model of a provider: `place` is the provider's in the list of those to try. */
export interface ModelPlace {
  readonly place: number;
  readonly model: string;
}

/** What is asked, as the screen stands. */
export interface Asked {
  readonly question: string;
  readonly kind: AnalysisKind;
  readonly where: string;
  readonly selected: RowId | null;
  /** The selected record, as the screen has it. */
  readonly entry: Row | null;
}

export type AiRequest =
  | { readonly kind: "start"; readonly settings: SettingsData; readonly stateFolder: string | null }
  /** Questions that come while another is being answered wait for it. */
  | { readonly kind: "ask"; readonly id: number; readonly asked: Asked }
  /** One question to several models at once; the answers come under the ids beside them. */
  | {
    readonly kind: "compare";
    readonly asked: Asked;
    readonly models: readonly (ModelPlace & { readonly id: number })[];
  }
  | { readonly kind: "preview"; readonly asked: Asked }
  | { readonly kind: "models" }
  | { readonly kind: "choose"; readonly choice: ModelPlace | null }
  /** Ends what is being answered, and forgets what waits. */
  | { readonly kind: "cancel" }
  /** Forgets the conversation. */
  | { readonly kind: "clear" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer };

/** A line of the list of models. */
export interface ModelRow extends ModelPlace {
  readonly provider: string;
  readonly address: string;
  /** Tokens that fit into it; null where that is not told. */
  readonly context: number | null;
  /** US dollars a million tokens; null where there is no price. */
  readonly price: { readonly input: number; readonly output: number } | null;
  /** It is in memory already. */
  readonly loaded: boolean;
}

export type AiMessage =
  /** The worker was loaded. Where Deno loads it from source, that may have written to the terminal. */
  | { readonly kind: "loaded" }
  | { readonly kind: "event"; readonly id: number; readonly event: AnswerEvent }
  | { readonly kind: "failed"; readonly id: number; readonly failure: FailureCause; readonly message: string }
  | { readonly kind: "preview"; readonly text: string }
  | {
    readonly kind: "models";
    readonly rows: readonly ModelRow[];
    readonly current: (ModelPlace & { readonly why: string }) | null;
    /** What kept providers from listing theirs. */
    readonly problems: readonly string[];
  }
  | { readonly kind: "notice"; readonly text: string }
  /** Nothing is being answered any more: searches of files may end. */
  | { readonly kind: "idle" }
  /** For the engine; the answer comes back as a request. */
  | { readonly kind: "question"; readonly id: number; readonly question: Question };
