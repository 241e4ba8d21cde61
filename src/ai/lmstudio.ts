import { CompatibleProvider } from "./compatible.ts";
import { AiFailure } from "./failure.ts";
import { listAt, numberAt, textAt } from "./json_value.ts";
import { canChat } from "./model_names.ts";
import { type ModelInfo, modelNamed } from "./provider.ts";

/**
 * A local server of the OpenAI style. LM Studio tells by an API of its own (`/api/v0/models`) which models are
 * loaded and how much fits into them; others only list their names.
 */
export class LocalServerProvider extends CompatibleProvider {
  override async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const listed = await super.models(signal);
    const own = await this.#own(signal);
    return listed.map((model) => {
      const known = own.get(model.name);
      return known ? { ...known, context: known.context ?? model.context } : model;
    });
  }

  async #own(signal: AbortSignal): Promise<Map<string, ModelInfo>> {
    const { base, key } = this.endpoint;
    const url = `${base.replace(/\/v1$/, "")}/api/v0/models`;
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const models = new Map<string, ModelInfo>();
    try {
      const request = { method: "GET", url, headers, body: null } as const;
      const json = await this.transport.json(request, this.who(null), signal);
      for (const model of listAt(json, "data")) {
        const name = textAt(model, "id");
        if (name === null) continue;
        const type = textAt(model, "type") ?? "llm";
        models.set(
          name,
          modelNamed(name, {
            context: numberAt(model, "loaded_context_length") ?? numberAt(model, "max_context_length"),
            loaded: textAt(model, "state") === "loaded",
            chats: canChat(name, "lmstudio") && (type === "llm" || type === "vlm"),
          }),
        );
      }
    } catch (error) {
      if (error instanceof AiFailure && error.failure === "cancelled") throw error;
      // Not LM Studio: what /v1/models said is all there is.
    }
    return models;
  }
}
