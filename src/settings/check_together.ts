import { originText } from "./origin.ts";
import { quote } from "./raw.ts";
import type { Settings } from "./settings.ts";

/** Problems of values that do not go together, one line each. */
export function checkTogether(settings: Settings): string[] {
  const problems: string[] = [];
  const pair = ["otlp-tls-cert", "otlp-tls-key"] as const;
  const [given, missing] = settings.get(pair[0]) === null ? [pair[1], pair[0]] : pair;
  if (settings.get(given) !== null && settings.get(missing) === null) {
    problems.push(
      `Cannot use ${given} (${originText(settings.origin(given))}) without ${missing}: set both or neither`,
    );
  }
  const port = settings.get("otlp-http-port");
  if (settings.get("otlp-enabled") && port === settings.get("otlp-grpc-port")) {
    const name = settings.isGiven("otlp-http-port") ? "otlp-http-port" : "otlp-grpc-port";
    const other = name === "otlp-http-port" ? "otlp-grpc-port" : "otlp-http-port";
    problems.push(
      `Cannot set ${name} to '${port}' (${originText(settings.origin(name))}): ${other} already uses it`,
    );
  }
  const provider = settings.get("ai-provider");
  if (provider !== null && settings.isGiven("api-base")) {
    const problem = addressProblem(provider, settings.get("api-base"));
    if (problem !== null) {
      const base = quote(settings.get("api-base"));
      problems.push(
        `Cannot set api-base to ${base} (${originText(settings.origin("api-base"))}): ${problem}`,
      );
    }
  }
  for (const [name, entry] of Object.entries(settings.get("providers"))) {
    if (entry.endpoint === undefined || entry.provider === undefined) continue;
    const problem = addressProblem(entry.provider, entry.endpoint);
    if (problem === null) continue;
    const origin = originText(settings.origin("providers", name));
    problems.push(
      `Cannot set providers.${name}.endpoint to ${quote(entry.endpoint)} (${origin}): ${problem}`,
    );
  }
  return problems;
}

/** What keeps an address from being that of this kind of provider, or null. */
function addressProblem(provider: string, address: string): string | null {
  const versioned = new URL(address).pathname.endsWith("/v1");
  if (provider === "lmstudio" && !versioned) return "the address for lmstudio must end with /v1";
  if (provider === "ollama" && versioned) return "the address for ollama must not end with /v1";
  return null;
}
