import { boolean, choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";

export const command = defineCommand({
  description:
    "Shows each provider that would be tried, in order: its kind and why, its address, whether it answers, its " +
    "models, and the one that is chosen and why. Exit status 0 if a model can be asked, else as of `weir ask`.",
  options: {
    kind: {
      kind: choice("error", "performance", "security", "code", "quick"),
      default: "error",
      help: "kind of analysis to choose the model for",
    },
    json: { kind: boolean(), help: "for programs" },
    usage: { kind: boolean(), help: "tokens and cost so far, and what the provider tells of its limits" },
  },
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [
    { line: "weir models", does: "which model would be asked, and whether it can be" },
    { line: "weir models --ai-provider ollama", does: "the models of a local runner" },
    { line: "weir models --usage", does: "what was used today and this month" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { listModels } = await import("./models_run.ts");
    return await listModels(resolved, options);
  },
});
