import type { Settings } from "../settings/settings.ts";
import type { Environment } from "../settings/variables.ts";
import { isLoopback } from "./address.ts";
import { AzureProvider } from "./azure.ts";
import { ManagedIdentity } from "./azure_identity.ts";
import type { Target } from "./choose_provider.ts";
import { CompatibleProvider } from "./compatible.ts";
import { AiFailure } from "./failure.ts";
import { LocalServerProvider } from "./lmstudio.ts";
import { OllamaProvider } from "./ollama.ts";
import type { Provider } from "./provider.ts";
import type { Clock } from "./retry.ts";
import { Transport } from "./transport.ts";

/** Seconds to the first piece and between pieces: local models are loaded first, and read slowly. */
const TIMEOUT = 120;
const LOCAL_TIMEOUT = 600;
const RETRIES = 2;
const RETRY_DELAY = 1;
const BACKOFF_FACTOR = 2;

/** What providers need of the world. */
export interface World {
  readonly environment: Environment;
  readonly clock: Clock;
  /** Told what the person should know while they wait. */
  notice(text: string): void;
}

/**
 * Makes the client of a provider. Throws AiFailure where it needs a key and has none; `needsKey` false makes one all the
 * same, which can tell its requests.
 */
export function makeProvider(target: Target, settings: Settings, world: World, needsKey = true): Provider {
  const { kind, base, address, key, sampling } = target;
  const local = kind === "ollama" || kind === "lmstudio" || isLoopback(base);
  const transport = new Transport({
    clock: world.clock,
    environment: world.environment,
    policy: {
      retries: settings.get("max-retries") ?? RETRIES,
      delay: (settings.get("retry-delay") ?? RETRY_DELAY) * 1000,
      factor: settings.get("backoff-factor") ?? BACKOFF_FACTOR,
    },
    timeout: (settings.get("request-timeout") ?? (local ? LOCAL_TIMEOUT : TIMEOUT)) * 1000,
    secrets: key === null ? [] : [key],
    notice: (text) => world.notice(text),
  });
  const organization = settings.get("organization") ?? settings.get("org-id");
  switch (kind) {
    case "azure": {
      const identity = settings.get("use-managed-identity")
        ? new ManagedIdentity(transport, world.environment, world.clock, settings.get("client-id"))
        : null;
      if (identity === null && key === null && needsKey) {
        throw new AiFailure(
          "key",
          "No API key for Azure: set OPENAI_API_KEY, or AZURE_USE_MANAGED_IDENTITY=true",
          { down: true },
        );
      }
      const version = settings.get("api-version") ?? target.apiVersion;
      return new AzureProvider({ resource: base, version, address, key, identity, sampling }, transport);
    }
    case "ollama":
      return new OllamaProvider({ base, address, key, sampling }, transport);
    case "lmstudio":
      return new LocalServerProvider({ kind, base, address, key, organization: null, sampling }, transport);
    case "openai":
      if (key === null && !local && needsKey) {
        throw new AiFailure(
          "key",
          "No API key: set OPENAI_API_KEY, or use a local model with --ai-provider ollama or lmstudio",
          { down: true },
        );
      }
      return new CompatibleProvider({ kind, base, address, key, organization, sampling }, transport);
    case "compatible":
      return new CompatibleProvider({ kind, base, address, key, organization, sampling }, transport);
  }
}
