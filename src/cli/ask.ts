import { boolean, choice, text } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";

export const command = defineCommand({
  description:
    "Reads the logs to their end, sends what matters most to a model, and streams its answer to standard output; notices " +
    "go to standard error. Arguments that name files are read; all others are questions, asked one after another, or in one request with ai-batch-requests. " +
    "Exit status: 0 a complete answer, 4 API key missing or refused, 5 no such model, 6 provider unreachable, " +
    "7 timed out, 8 request refused, 9 provider's limit reached, 10 over budget, 11 incomplete answer, 12 empty answer, " +
    "13 answer held back by a content filter.",
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
      help: "what to look for; it also picks the model from model-preferences",
    },
    thinking: { kind: boolean(), help: "also show the model's thinking, on standard error" },
    "show-request": { kind: boolean(), help: "print exactly what would be sent, and send nothing" },
  },
  operands: { placeholder: "[question ...] [file ...]", least: 0, most: 50, besideFiles: true },
  examples: [
    { line: 'weir ask "what broke?" app.log', does: "ask about a file" },
    { line: "kubectl logs deploy/api | weir ask --kind performance", does: "what is slow in the piped log" },
    {
      line: "weir ask --show-request app.log --where 'severity>=error'",
      does: "see what would be sent, without sending it",
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
