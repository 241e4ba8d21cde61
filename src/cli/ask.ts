import { boolean, choice, text } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";

export const command = defineCommand({
  description:
    "Reads to the end, puts what matters of it before a model, and streams the answer to standard output; notices " +
    "go to standard error. What names a file is one, all else are questions. Several are asked one after the other, or as one with ai-batch-requests. " +
    "Exit status 0 only for a whole answer; else 4 no key or a refused one, 5 no such model, 6 not reached, " +
    "7 timed out, 8 request refused, 9 the provider's limits, 10 over budget, 11 half an answer, 12 an empty one, " +
    "13 held back by a content filter.",
  options: {
    ...windowOptions,
    where: {
      kind: { ...text("<filter>"), mayBeginWithHyphen: true },
      default: "",
      help: "only records that match this filter",
    },
    kind: {
      kind: choice("error", "performance", "security", "code", "quick"),
      default: "error",
      help: "what to look for, and whose model-preferences count",
    },
    thinking: { kind: boolean(), help: "show the model's thinking too, on standard error" },
    "show-request": { kind: boolean(), help: "print exactly what would be sent, and send nothing" },
  },
  operands: { placeholder: "[question ...] [file ...]", least: 0, most: 50, besideFiles: true },
  examples: [
    { line: 'weir ask "what broke?" app.log', does: "an answer about a file" },
    { line: "kubectl logs deploy/api | weir ask --kind performance", does: "what is slow, from a pipe" },
    {
      line: "weir ask --show-request app.log --where 'severity>=error'",
      does: "what would be sent, and nothing sent",
    },
  ],
  async run({ options, operands, settings }) {
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    await needInput(resolved);
    const { askAboutLogs } = await import("./ask_run.ts");
    return await askAboutLogs(resolved, operands, options);
  },
});
