import type { Kind } from "./kind.ts";
import {
  address,
  boolean,
  choice,
  duration,
  integer,
  list,
  nameOf,
  number,
  path,
  paths,
  text,
  timeZone,
  token,
} from "./kinds.ts";
import { expression, fields, mapOf, patterns } from "./map_kinds.ts";
import { priority } from "./priority.ts";

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

/** Every setting: its flags, variables, key, type, default, bounds and help stand here and nowhere else. */
export const SETTINGS = {
  "files": {
    group: "input",
    kind: paths(),
    default: [],
    defaultMeans: "standard input",
    flag: "--file",
    short: "-f",
    help: "log file, comma-separated files or a quoted glob; - is standard input; may be repeated",
  },
  "follow": {
    group: "input",
    kind: boolean(),
    default: false,
    flag: "--follow",
    help: "go on reading files as they grow",
  },
  "format": {
    group: "input",
    kind: nameOf("formats", "auto"),
    default: "auto",
    flag: "--format",
    help: "format of the log lines; auto finds it line by line",
  },
  "formats": {
    group: "input",
    kind: mapOf(expression(), "a map from the name of a format to its regular expression"),
    default: {},
    family: null,
    help: "formats of your own, each a regular expression with named groups",
  },
  "time-zone": {
    group: "input",
    kind: timeZone(),
    default: "local",
    flag: "--time-zone",
    help: "zone of times that are written without one",
  },
  "update-interval": {
    group: "display",
    kind: duration(10, 24 * 3_600_000),
    default: 1000,
    flag: "--update-interval",
    short: "-u",
    help: "how often the dashboard is refreshed",
  },
  "skin": {
    group: "display",
    kind: nameOf("skins"),
    default: "default",
    flag: "--skin",
    short: "-s",
    help: "colour scheme; `weir skins` lists them",
  },
  "mouse": {
    group: "display",
    kind: boolean(),
    default: true,
    flag: "--mouse",
    help: "use the mouse; without it the terminal's own selection works",
  },
  "keys": {
    group: "display",
    kind: mapOf(text("<keys>"), "a map from an action to its keys, separated by blanks"),
    default: {},
    family: null,
    help: "other keys for actions of the dashboard; its help lists them",
  },
  "log-buffer": {
    group: "analysis",
    kind: integer(1, 100_000),
    default: 1000,
    flag: "--log-buffer",
    short: "-b",
    help: "log records kept for the list",
  },
  "memory-size": {
    group: "analysis",
    kind: integer(100, 1_000_000),
    default: 10_000,
    flag: "--memory-size",
    short: "-m",
    help: "words tracked for the counts of frequent ones",
  },
  "stop-words": {
    group: "analysis",
    kind: list("<words>", "words separated by commas"),
    default: [],
    defaultMeans: "the built-in ones alone",
    flag: "--stop-words",
    help: "words not to count, besides the built-in ones; may be repeated",
  },
  "otlp-enabled": {
    group: "receiver",
    kind: boolean(),
    default: false,
    flag: "--otlp-enabled",
    help: "receive logs by OTLP",
  },
  "otlp-host": {
    group: "receiver",
    kind: text("<host>", "a host name or an address"),
    default: "127.0.0.1",
    flag: "--otlp-host",
    help: "address to listen on",
  },
  "otlp-grpc-port": {
    group: "receiver",
    kind: integer(1024, 65_535),
    default: 4317,
    flag: "--otlp-grpc-port",
    help: "port for gRPC",
  },
  "otlp-http-port": {
    group: "receiver",
    kind: integer(1024, 65_535),
    default: 4318,
    flag: "--otlp-http-port",
    help: "port for HTTP",
  },
  "otlp-max-message-bytes": {
    group: "receiver",
    kind: integer(1024, 1024 ** 3),
    default: 64 * 1024 ** 2,
    flag: "--otlp-max-message-bytes",
    help: "bytes of the largest message taken, before and after decompression",
  },
  "otlp-bearer-token": {
    group: "receiver",
    kind: token(),
    default: null,
    defaultMeans: "none needed",
    secret: true,
    help: "token that senders must show",
  },
  "otlp-tls-cert": {
    group: "receiver",
    kind: path(),
    default: null,
    defaultMeans: "no TLS",
    flag: "--otlp-tls-cert",
    help: "file with the certificate chain (PEM)",
  },
  "otlp-tls-key": {
    group: "receiver",
    kind: path(),
    default: null,
    defaultMeans: "no TLS",
    flag: "--otlp-tls-key",
    help: "file with the certificate's key (PEM)",
  },
  "otlp-cors-origins": {
    group: "receiver",
    kind: list("<origins>", "origins separated by commas, or *"),
    default: [],
    defaultMeans: "none",
    flag: "--otlp-cors-origins",
    help: "origins of web pages that may send logs",
  },
  "ai-provider": {
    group: "ai",
    kind: nameOf("providers", ...PROVIDERS),
    default: null,
    defaultMeans: "by the address and the other settings",
    flag: "--ai-provider",
    help: "kind of AI provider, or the name of an entry of `providers`",
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
    defaultMeans: "by the model",
    help: "tokens of context sent with a question",
  },
  "ai-smart-context": {
    group: "ai",
    kind: boolean(),
    default: true,
    help: "send what matters most rather than the newest lines",
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
    help: "tokens that may be used in a day",
  },
  "ai-warn-at-usage": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "no warning",
    help: "tokens used in a day at which to warn",
  },
  "ai-auto-downgrade": {
    group: "ai",
    kind: boolean(),
    default: false,
    help: "move to a cheaper model near the daily limit",
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
    help: "AI providers to try in order of their priority",
  },
  "ai-redact": {
    group: "ai",
    kind: choice("remote", "always"),
    default: "remote",
    defaultMeans: "whatever leaves this machine",
    help: "when keys, addresses and the like are replaced by placeholders before a model sees them",
  },
  "ai-redact-patterns": {
    group: "ai",
    kind: patterns(),
    default: [],
    family: null,
    help: "regular expressions of further texts to replace by placeholders",
  },
  "ai-prices": {
    group: "ai",
    kind: mapOf(price, "a map from a model to its prices in US dollars per million tokens"),
    default: {},
    family: null,
    help: "prices of models, in place of those that come with weir",
  },
  "api-key": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    secret: true,
    help: "key for the AI provider; a local one takes any",
  },
  "api-base": {
    group: "ai",
    kind: address(),
    default: "https://api.openai.com/v1",
    family: "PROVIDER",
    otherVariables: ["OPENAI_BASE_URL"],
    help: "address of the AI provider; lmstudio needs /v1 at its end, ollama must not have it",
  },
  "organization": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    help: "organization id of an account with several",
  },
  "org-id": {
    group: "ai",
    kind: token(),
    default: null,
    family: "PROVIDER",
    help: "organization id as used in an enterprise",
  },
  "api-type": {
    group: "ai",
    kind: text("<type>"),
    default: null,
    family: "PROVIDER",
    help: "azure selects the enterprise cloud",
  },
  "api-version": {
    group: "ai",
    kind: text("<version>"),
    default: null,
    family: "PROVIDER",
    help: "API version of the enterprise cloud",
  },
  "client-id": {
    group: "ai",
    kind: token(),
    default: null,
    family: "CLOUD",
    help: "identity for managed identity",
  },
  "use-managed-identity": {
    group: "ai",
    kind: boolean(),
    default: false,
    family: "CLOUD",
    help: "use managed identity in place of a key",
  },
  "timeout": {
    group: "ai",
    kind: integer(1),
    default: null,
    defaultMeans: "that of request-timeout",
    flag: "--timeout",
    help: "seconds to wait for an answer in this run",
  },
  "request-timeout": {
    group: "ai",
    kind: integer(1),
    default: null,
    family: "PROVIDER",
    overruledBy: "timeout",
    help: "seconds to wait for the first piece of an answer, and between pieces",
  },
  "max-retries": {
    group: "ai",
    kind: integer(0, 100),
    default: null,
    family: "PROVIDER",
    help: "how often a request that failed is repeated",
  },
  "backoff-factor": {
    group: "ai",
    kind: integer(1, 100),
    default: null,
    family: "PROVIDER",
    help: "by how much the delay grows from one retry to the next",
  },
  "retry-delay": {
    group: "ai",
    kind: integer(0, 86_400),
    default: null,
    family: "PROVIDER",
    help: "seconds before the first retry",
  },
  "config": {
    group: "run",
    kind: path(),
    default: null,
    defaultMeans: "config.yml in weir's folder",
    flag: "--config",
    family: null,
    inFile: false,
    help: "configuration file (YAML)",
  },
  "test-mode": {
    group: "run",
    kind: boolean(),
    default: false,
    flag: "--test-mode",
    short: "-t",
    help: "run the dashboard without a terminal, for automated tests",
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

type Row<N extends SettingName> = typeof SETTINGS[N];

/** The type of a setting's value; null where nothing need be chosen. */
export type SettingValue<N extends SettingName> = Row<N>["kind"] extends Kind<infer T>
  ? (null extends Row<N>["default"] ? T | null : T)
  : never;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** A row of the table without its particular type. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}
