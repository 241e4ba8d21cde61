import { boolean, choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";

export const command = defineCommand({
  description:
    "Shows each provider in the order it would be tried: its kind and why, its address, whether it answers, its " +
    "models, and which one is used and why. The exit status is 0 if a model can be asked; otherwise it is that of `weir ask`.",
  options: {
    kind: {
      kind: choice("error", "performance", "security", "code", "quick"),
      default: "error",
      help: "kind of analysis to choose a model for",
    },
    json: { kind: boolean(), help: "for programs" },
    usage: { kind: boolean(), help: "show tokens and cost so far, and the limits that the provider reports" },
  },
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [
    { line: "weir models", does: "which model would be asked, and whether it answers" },
    { line: "weir models --ai-provider ollama", does: "the models of a local runner" },
    { line: "weir models --usage", does: "what was used today and this month" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { listModels } = await import("./models_run.ts");
    return await listModels(resolved, options);
  },
});
