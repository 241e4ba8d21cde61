import { address, boolean, choice, integer, nameOf, number, text, token } from "./kinds.ts";
import { fields, mapOf, patterns } from "./map_kinds.ts";
import { priority } from "./priority.ts";
import type { Setting } from "./setting.ts";

/** Kinds of AI provider. */
export const PROVIDERS = ["openai", "azure", "ollama", "lmstudio", "compatible"] as const;

const providerEntry = fields({
  provider: choice(...PROVIDERS),
  model: text("<model>"),
  endpoint: address(),
  cost_limit: number(0),
  priority: priority(),
  host: text("<host>"),
  port: integer(1, 65_535),
  cors: boolean(),
  max_tokens: integer(1),
  temperature: number(0, 2),
  top_p: number(0, 1),
  context_length: integer(1),
}, "a map with keys such as provider, model, endpoint, cost_limit and priority");

const modelPreferences = fields({
  "error-analysis": text("<model>"),
  "performance-analysis": text("<model>"),
  "security-analysis": text("<model>"),
  "code-analysis": text("<model>"),
  "quick-analysis": text("<model>"),
}, "a map from a kind of analysis, such as error-analysis, to a model");

const price = fields({
  input: number(0),
  cached_input: number(0),
  output: number(0),
  context: integer(1),
}, "a map with keys such as input, cached_input, output and context");

/** The AI providers, what is sent to them and what it may cost. */
export const AI_SETTINGS = {
  "ai-provider": {
    group: "ai",
    kind: nameOf("providers", ...PROVIDERS),
    default: null,
    defaultMeans: "chosen by the address and the other settings",
    flag: "--ai-provider",
    help: "kind of AI provider, or the name of an entry in `providers`",
  },
  "ai-model": {
    group: "ai",
    kind: text("<model>"),
    default: "",
    defaultMeans: "the best one available",
    flag: "--ai-model",
    help: "model for the AI features",
  },
  "ai-auto-select": {
    group: "ai",
    kind: boolean(),
    default: null,
    defaultMeans: "when no model is named",
    help: "choose the model automatically; false makes a missing model an error",
  },
  "ai-context-size": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "depends on the model",
    help: "largest context sent with a question, in tokens",
  },
  "ai-smart-context": {
    group: "ai",
    kind: boolean(),
    default: true,
    help: "send the lines that matter most instead of the newest",
  },
  "ai-batch-requests": {
    group: "ai",
    kind: boolean(),
    default: false,
    help: "send queued questions as one request",
  },
  "ai-daily-token-limit": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "no limit",
    help: "tokens that may be used per day",
  },
  "ai-warn-at-usage": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "no warning",
    help: "tokens used per day at which to warn",
  },
  "ai-auto-downgrade": {
    group: "ai",
    kind: boolean(),
    default: false,
    help: "switch to a cheaper model near the daily limit",
  },
  "model-preferences": {
    group: "ai",
    kind: modelPreferences,
    default: {},
    family: null,
    help: "model for each kind of analysis",
  },
  "providers": {
    group: "ai",
    kind: mapOf(providerEntry, "a map from a name to a provider's entry"),
    default: {},
    family: null,
    help: "AI providers, tried in order of their priority",
  },
  "ai-redact": {
    group: "ai",
    kind: choice("remote", "always"),
    default: "remote",
    defaultMeans: "for models that do not run on this machine",
    help: "when to replace keys, addresses and the like with placeholders before a model sees them",
  },
  "ai-redact-patterns": {
    group: "ai",
    kind: patterns(),
    default: [],
    family: null,
    help: "regular expressions for more text to replace with placeholders",
  },
  "ai-prices": {
    group: "ai",
    kind: mapOf(price, "a map from a model to its prices in US dollars per million tokens"),
    default: {},
    family: null,
    help: "model prices that override those built into weir",
  },
  "api-key": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    secret: true,
    help: "API key for the AI provider; local ones accept any",
  },
  "api-base": {
    group: "ai",
    kind: address(),
    default: "https://api.openai.com/v1",
    family: "PROVIDER",
    otherVariables: ["OPENAI_BASE_URL"],
    help: "address of the AI provider; it must end with /v1 for lmstudio, and must not for ollama",
  },
  "organization": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    help: "organization id, for accounts that have several",
  },
  "org-id": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    help: "organization id in an enterprise setup",
  },
  "api-type": {
    group: "ai",
    kind: text("<type>"),
    default: null,
    family: "PROVIDER",
    help: "azure selects Azure OpenAI",
  },
  "api-version": {
    group: "ai",
    kind: text("<version>"),
    default: null,
    family: "PROVIDER",
    help: "API version of Azure OpenAI",
  },
  "client-id": {
    group: "ai",
    kind: token(),
    default: null,
    family: "CLOUD",
    help: "client id of the managed identity",
  },
  "use-managed-identity": {
    group: "ai",
    kind: boolean(),
    default: false,
    family: "CLOUD",
    help: "use a managed identity instead of a key",
  },
  "timeout": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "same as request-timeout",
    flag: "--timeout",
    help: "seconds to wait for an answer in this run",
  },
  "request-timeout": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "120; 600 for local models",
    family: "PROVIDER",
    overruledBy: "timeout",
    help: "seconds to wait for the first piece of an answer, and between pieces",
  },
  "max-retries": {
    group: "ai",
    kind: integer(0, 100),
    default: null,
    defaultMeans: "2",
    family: "PROVIDER",
    help: "how many times a failed request is retried",
  },
  "backoff-factor": {
    group: "ai",
    kind: integer(1, 100),
    default: null,
    defaultMeans: "2",
    family: "PROVIDER",
    help: "factor by which the delay grows with each retry",
  },
  "retry-delay": {
    group: "ai",
    kind: integer(0, 86_400),
    default: null,
    defaultMeans: "1",
    family: "PROVIDER",
    help: "seconds before the first retry",
  },
} satisfies Record<string, Setting>;
