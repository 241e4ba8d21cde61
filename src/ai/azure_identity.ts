import type { Environment } from "../settings/variables.ts";
import type { Answerer } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { at, textAt } from "./json_value.ts";
import type { Outgoing } from "./provider.ts";
import type { Clock } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** What tokens are asked for: Azure OpenAI. It is a resource, not a scope, so there is no `/.default`. */
const RESOURCE = "https://cognitiveservices.azure.com";

/** Milliseconds before its end at which a token is renewed. */
const AHEAD = 5 * 60_000;

/** Where the instance's metadata service is; Azure's own libraries take another from this variable too. */
const METADATA = "http://169.254.169.254";
const METADATA_VARIABLE = "AZURE_POD_IDENTITY_AUTHORITY_HOST";

/**
 * Signs in as the managed identity of the machine: by App Service's protocol where `IDENTITY_ENDPOINT` and
 * `IDENTITY_HEADER` are set, else by the instance metadata service.
 * Protocols: Microsoft Learn, "How to use managed identities for App Service", "…on a virtual machine".
 */
export class ManagedIdentity {
  readonly #transport: Transport;
  readonly #environment: Environment;
  readonly #clock: Clock;
  readonly #clientId: string | null;
  #token: { text: string; ends: number } | null = null;

  constructor(transport: Transport, environment: Environment, clock: Clock, clientId: string | null) {
    this.#transport = transport;
    this.#environment = environment;
    this.#clock = clock;
    this.#clientId = clientId;
  }

  /** A token that is good for some minutes yet. */
  async token(signal: AbortSignal): Promise<string> {
    if (this.#token !== null && this.#clock.now() < this.#token.ends - AHEAD) return this.#token.text;
    const { outgoing, who } = this.#request();
    // The metadata service throttles, and asks to be tried again.
    const json = await this.#transport.json(outgoing, who, signal, null).catch((error) => {
      if (!(error instanceof AiFailure) || error.failure === "cancelled") throw error;
      throw new AiFailure(
        "key",
        `No managed identity is available: ${error.message}. Check AZURE_CLIENT_ID, or set OPENAI_API_KEY instead of AZURE_USE_MANAGED_IDENTITY`,
        { down: true },
      );
    });
    const text = textAt(json, "access_token");
    if (text === null) {
      throw new AiFailure("key", `${who.address} returned no token for the managed identity`, { down: true });
    }
    // Seconds since 1970, as text; a service that does not say is asked again each time.
    const ends = Number(at(json, "expires_on")) * 1000;
    this.#token = { text, ends: Number.isNaN(ends) ? 0 : ends };
    return text;
  }

  /** Forgets a token that was refused. */
  forget(): void {
    this.#token = null;
  }

  #request(): { outgoing: Outgoing; who: Answerer } {
    const endpoint = this.#environment("IDENTITY_ENDPOINT");
    const header = this.#environment("IDENTITY_HEADER");
    const inService = endpoint !== undefined && header !== undefined;
    const metadata = this.#environment(METADATA_VARIABLE) || METADATA;
    const url = new URL(
      inService ? endpoint : `${metadata.replace(/\/$/, "")}/metadata/identity/oauth2/token`,
    );
    url.searchParams.set("api-version", inService ? "2019-08-01" : "2018-02-01");
    url.searchParams.set("resource", RESOURCE);
    if (this.#clientId !== null) url.searchParams.set("client_id", this.#clientId);
    const headers: Record<string, string> = inService
      ? { "x-identity-header": header }
      : { metadata: "true" };
    const who = { address: url.origin, hasKey: false, identity: true, model: null };
    return { outgoing: { method: "GET", url: url.href, headers, body: null }, who };
  }
}
