import { UserError } from "../record/user_error.ts";
import type { Settings } from "../settings/settings.ts";
import { PROVIDERS } from "../settings/ai_settings.ts";
import { quote } from "../settings/raw.ts";
import type { SettingName, SettingValue } from "../settings/table.ts";
import { originText } from "../settings/origin.ts";
import { isLoopback, shownAddress } from "./address.ts";
import { azureAddress } from "./azure_address.ts";
import type { ProviderKind, Sampling } from "./provider.ts";

/** A provider as the settings name it, before anything was asked of it. */
export interface Target {
  /** The name of its entry, or its kind. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** What the paths of calls are put behind. */
  readonly base: string;
  /** The same for people, without credentials. */
  readonly address: string;
  readonly key: string | null;
  /** The model that its entry or its address names. */
  readonly model: string | null;
  /** The API version that its address names (the enterprise cloud's). */
  readonly apiVersion: string | null;
  /** US dollars a month, null for no limit. */
  readonly costLimit: number | null;
  /** Tokens that fit into its model, by its entry. */
  readonly contextLength: number | null;
  readonly sampling: Sampling;
  /** Why it is this kind, as words behind "because". */
  readonly why: string;
}

type Entry = SettingValue<"providers">[string];

const NO_SAMPLING: Sampling = { maxTokens: null, temperature: null, topP: null };
const DEFAULT_BASE: Partial<Record<ProviderKind, string>> = {
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434",
  lmstudio: "http://127.0.0.1:1234/v1",
};
const OLLAMA_PORT = "11434";
const LMSTUDIO_PORT = "1234";
const AZURE_HOST =
  /\.(?:openai\.azure\.(?:com|us|cn)|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/** The providers to try, in order. Throws UserError for settings that cannot be. */
export function targetsOf(settings: Settings): Target[] {
  const wanted = settings.get("ai-provider");
  const entries = settings.get("providers");
  if (wanted !== null && Object.hasOwn(entries, wanted)) {
    return [ofEntry(settings, wanted, entries[wanted])];
  }
  const names = Object.keys(entries);
  if (
    wanted === null && names.length > 0 && !fromRun(settings, "api-base") && !fromRun(settings, "api-type")
  ) {
    const place = (name: string) => entries[name].priority ?? 2;
    return names.sort((a, b) => place(a) - place(b)).map((name) => ofEntry(settings, name, entries[name]));
  }
  return [ofSettings(settings, wanted)];
}

/** Given by a flag or a variable, which go before the file. */
function fromRun(settings: Settings, name: SettingName): boolean {
  const { kind } = settings.origin(name);
  return kind === "flag" || kind === "variable";
}

function ofSettings(settings: Settings, wanted: string | null): Target {
  const given = settings.isGiven("api-base") ? settings.get("api-base") : null;
  const { kind, why } = kindOf(settings, wanted, given);
  const base = given ?? DEFAULT_BASE[kind];
  if (base === undefined) {
    const what = kind === "azure"
      ? "the resource, such as https://NAME.openai.azure.com"
      : "the server, most often ending in /v1";
    throw new UserError(`The provider ${kind} has no address: set OPENAI_API_BASE to that of ${what}`);
  }
  return {
    model: null,
    ...located(kind, base, "OPENAI_API_BASE"),
    name: kind,
    key: settings.get("api-key"),
    costLimit: null,
    contextLength: null,
    sampling: NO_SAMPLING,
    why,
  };
}

function kindOf(
  settings: Settings,
  wanted: string | null,
  base: string | null,
): { kind: ProviderKind; why: string } {
  if (wanted !== null) {
    const kind = PROVIDERS.find((name) => name === wanted);
    if (kind === undefined) {
      throw new UserError(
        `There is no provider ${wanted}: use one of ${PROVIDERS.join(", ")}, or an entry in providers`,
      );
    }
    return { kind, why: `ai-provider says so (${originText(settings.origin("ai-provider"))})` };
  }
  const type = settings.get("api-type")?.toLowerCase().replace(/[_-]/g, "");
  if (type !== undefined) {
    const why = `api-type says so (${originText(settings.origin("api-type"))})`;
    if (type === "azure" || type === "azuread") return { kind: "azure", why };
    if (type !== "openai") {
      const given = `${quote(settings.get("api-type") ?? "")} (${originText(settings.origin("api-type"))})`;
      throw new UserError(`Cannot set api-type to ${given}: must be azure or openai`);
    }
  }
  if (settings.get("use-managed-identity")) {
    return { kind: "azure", why: "a managed identity is used" };
  }
  if (base === null) return { kind: "openai", why: "it is the default" };
  return byShape(base);
}

/** What an address looks like. */
function byShape(base: string): { kind: ProviderKind; why: string } {
  const { hostname, port, pathname, protocol } = new URL(base);
  if (hostname === "api.openai.com") return { kind: "openai", why: "the address is OpenAI's" };
  if (AZURE_HOST.test(hostname)) return { kind: "azure", why: "the address is Azure's" };
  if (pathname.endsWith("/v1")) {
    return port === LMSTUDIO_PORT
      ? { kind: "lmstudio", why: `the address has port ${LMSTUDIO_PORT} and ends in /v1` }
      : { kind: "compatible", why: "the address ends in /v1" };
  }
  const bare = pathname === "/" || pathname === "";
  if (bare && (port === OLLAMA_PORT || isLoopback(base) || protocol === "http:")) {
    return { kind: "ollama", why: "the address does not end in /v1" };
  }
  return { kind: "compatible", why: "the address is not a known provider's" };
}

function ofEntry(settings: Settings, name: string, entry: Entry): Target {
  const host = entry.host === undefined ? null : entry.host.includes(":") ? `[${entry.host}]` : entry.host;
  const port = entry.port ??
    (host === null ? undefined : entry.provider === "ollama" ? OLLAMA_PORT : LMSTUDIO_PORT);
  const local = host === null && port === undefined ? null : `http://${host ?? "127.0.0.1"}:${port}`;
  const suffix = entry.provider === "ollama" ? "" : "/v1";
  const given = entry.endpoint ?? (local === null ? null : local + suffix);
  const { kind, why } = entry.provider !== undefined
    ? { kind: entry.provider, why: `providers.${name} says so` }
    : given === null
    ? { kind: "openai" as const, why: `providers.${name} names no other kind` }
    : byShape(given);
  const base = given ?? DEFAULT_BASE[kind] ??
    (settings.isGiven("api-base") ? settings.get("api-base") : undefined);
  if (base === undefined) throw new UserError(`providers.${name} has no endpoint`);
  return {
    model: null,
    ...located(kind, base, `providers.${name}.endpoint`),
    name,
    // Local servers need none, and a key for the hosted provider is not theirs to see.
    key: kind === "ollama" || kind === "lmstudio" ? null : settings.get("api-key"),
    ...entry.model === undefined ? {} : { model: entry.model },
    costLimit: entry.cost_limit ?? null,
    contextLength: entry.context_length ?? null,
    sampling: {
      maxTokens: entry.max_tokens ?? null,
      temperature: entry.temperature ?? null,
      topP: entry.top_p ?? null,
    },
    why,
  };
}

/** The address in the form that the kind's calls need. Throws UserError where it breaks the kind's rule. */
function located(
  kind: ProviderKind,
  base: string,
  where: string,
): Pick<Target, "kind" | "base" | "address" | "apiVersion"> & Partial<Pick<Target, "model">> {
  const url = new URL(base);
  if (url.username !== "" || url.password !== "") {
    throw new UserError(`${where} contains a user name or password: put the key in OPENAI_API_KEY instead`);
  }
  const trimmed = base.replace(/[?#].*$/, "").replace(/\/+$/, "");
  const isV1 = url.pathname.replace(/\/+$/, "").endsWith("/v1");
  if (kind === "lmstudio" && !isV1) {
    throw new UserError(
      `The address of a local server (lmstudio) must end in /v1: set ${where} to ${shownAddress(base)}/v1`,
    );
  }
  if (kind === "ollama" && isV1) {
    const right = shownAddress(base).replace(/\/v1$/, "");
    throw new UserError(
      `The address of the local runner (ollama) must not end in /v1: set ${where} to ${right}`,
    );
  }
  const bare = url.pathname === "/" || url.pathname === "";
  const whole = kind === "openai" && bare ? `${trimmed}/v1` : trimmed;
  if (kind !== "azure") return { kind, base: whole, address: shownAddress(whole), apiVersion: null };
  const { resource, deployment, version } = azureAddress(base);
  return {
    kind,
    base: resource,
    address: shownAddress(resource),
    apiVersion: version,
    ...deployment === null ? {} : { model: deployment },
  };
}
