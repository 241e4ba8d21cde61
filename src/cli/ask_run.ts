import type { AnswerEvent } from "../ai/answer.ts";
import { Assistant } from "../ai/assistant.ts";
import type { Inquiry } from "../ai/inquiry.ts";
import type { AnalysisKind } from "../ai/choose_model.ts";
import { Firsts } from "../ai/firsts.ts";
import { AiFailure, EXIT_STATUS } from "../ai/failure.ts";
import { Ledger } from "../ai/ledger.ts";
import { batchOf, QUESTIONS, splitBatch } from "../ai/prompt.ts";
import { CLOCK } from "../ai/retry.ts";
import { Answering } from "../engine/answering.ts";
import type { Engine } from "../engine/engine.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import { UserError } from "../record/user_error.ts";
import { visible } from "../terminal/text.ts";
import { HERE, stateFolder } from "../settings/places.ts";
import type { Settings } from "../settings/settings.ts";
import { engineSettings, type Window } from "./engine_settings.ts";
import { print, tell } from "./output.ts";
import { readAll } from "./read_all.ts";
import { stopOnSignals } from "./signals.ts";

/** Records held for questions where the settings do not say: nobody waits for a screen. */
const HELD = 100_000;

export interface AskOptions extends Window {
  readonly where: string;
  readonly kind: AnalysisKind;
  readonly thinking: boolean;
  readonly "show-request": boolean;
}

/** Reads the logs, asks about them and prints the answers. Answers the exit status. */
export async function askAboutLogs(
  settings: Settings,
  given: readonly string[],
  options: AskOptions,
): Promise<number> {
  checkFilter(options.where);
  const questions = given.length > 0 ? given : [QUESTIONS[options.kind]];
  // Patterns have their numbers only once the records were read.
  const atOnce = /\bpattern\b/i.test(options.where) ? "" : options.where;
  const window = { since: options.since, until: options.until, where: atOnce };
  const engineOptions = engineSettings(settings, window);
  const logBuffer = settings.isGiven("log-buffer") ? engineOptions.logBuffer : HELD;
  // Settings that cannot be are told before anything is read.
  const output = new AnswerOutput();
  let engine: Engine | null = null;
  let answering: Answering | null = null;
  const firsts = new Firsts({
    source: (source) => engine?.sourceName(source) ?? "",
    format: (format) => engine?.formatName(format) ?? "",
    patternOf: (leaf) => engine?.patterns.resolve(leaf) ?? null,
  }, atOnce);
  const assistant = new Assistant({
    settings,
    ask: (question) =>
      answering?.answer(question) ?? Promise.resolve({ kind: "error", message: "Nothing has been read yet" }),
    ledger: new Ledger(stateFolder(HERE)),
    firsts,
    world: { environment: HERE.environment, clock: CLOCK, notice: (text) => output.notice(text) },
  });
  // Nobody waits for a long log to be read to be told that there is no key.
  const { problem } = assistant.connector;
  if (problem !== null && !options["show-request"]) {
    tell(visible(problem.message));
    return EXIT_STATUS[problem.failure];
  }
  ({ engine } = await readAll({ ...engineOptions, logBuffer }, (batch, reading) => {
    engine = reading;
    firsts.add(batch, reading.patterns.leafOf);
  }));
  await checkRecords(answering = new Answering(engine, engineOptions.timeZone), options.where, questions);
  const { signal, release } = stopOnSignals();
  try {
    const inquire = (question: string): Inquiry => ({
      question,
      kind: options.kind,
      where: options.where,
      selected: null,
    });
    if (options["show-request"]) {
      await print(
        `${JSON.stringify(await assistant.preview(inquire(combined(questions)), signal), null, 2)}\n`,
      );
      return 0;
    }
    if (questions.length > 1 && settings.get("ai-batch-requests")) {
      await askAsOne(assistant, questions, inquire, options, output, signal);
      return 0;
    }
    for (const [place, question] of questions.entries()) {
      if (questions.length > 1) await print(`${place > 0 ? "\n" : ""}## ${visible(question)}\n\n`);
      await askOne(assistant, inquire(question), options, output, signal, true);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof AiFailure)) throw error;
    tell(visible(error.message));
    return EXIT_STATUS[error.failure];
  } finally {
    answering.end();
    release();
  }
}

/** A question that may have been meant as the name of a file. */
const LIKE_A_FILE = /^\S*(?:[/\\]\S|\.[A-Za-z]\w*$)/;

/** Throws UserError where a model would be asked about nothing. */
async function checkRecords(
  answering: Answering,
  where: string,
  questions: readonly string[],
): Promise<void> {
  const answer = await answering.answer({ kind: "rows", end: null, count: 1, where });
  if (answer.kind !== "rows" || answer.total > 0) return;
  const why = where === "" ? "no records were read" : "no record matches --where";
  const missing = where === "" ? questions.find((question) => LIKE_A_FILE.test(question)) : undefined;
  const mistaken = missing === undefined ? "" : `; '${missing}' is no file, so it was taken for a question`;
  throw new UserError(`There is nothing to ask about: ${why}${mistaken}`, 1);
}

function combined(questions: readonly string[]): string {
  return questions.length === 1 ? questions[0] : batchOf(questions);
}

function checkFilter(where: string): void {
  try {
    parseQuery(where);
  } catch (error) {
    if (error instanceof QueryError) throw new UserError(`Cannot use --where: ${error.message}`);
    throw error;
  }
}

/** Several questions in one request; the answers stand under their questions. */
async function askAsOne(
  assistant: Assistant,
  questions: readonly string[],
  inquire: (question: string) => Inquiry,
  options: AskOptions,
  output: AnswerOutput,
  signal: AbortSignal,
): Promise<void> {
  const text = await askOne(assistant, inquire(batchOf(questions)), options, output, signal, false);
  const answers = splitBatch(text, questions.length);
  if (answers === null) {
    tell("The model did not separate its answers; they are shown as received");
    await print(`${harmless(text.trim())}\n`);
    return;
  }
  const parts = questions.map((question, place) =>
    `## ${visible(question)}\n\n${harmless(answers[place])}\n`
  );
  await print(parts.join("\n"));
}

/** Asks one question; prints the answer as it comes if it is to be streamed. Answers its text. */
async function askOne(
  assistant: Assistant,
  inquiry: Inquiry,
  options: AskOptions,
  output: AnswerOutput,
  signal: AbortSignal,
  streamed: boolean,
): Promise<string> {
  let all = "";
  let thought = "";
  let thinks = false;
  const endLine = async () => {
    thought = told(`${thought}\n`);
    await output.endLine();
  };
  try {
    for await (const event of assistant.put(inquiry, signal)) {
      if (event.kind === "text") {
        all += event.text;
        if (!streamed) continue;
        thought = told(`${thought}\n`);
        await output.add(harmless(event.text));
        continue;
      }
      if (event.kind === "thinking") {
        if (options.thinking) thought = told(thought + event.text);
        // Otherwise a model that thinks for minutes would look like one that hangs.
        else if (!thinks) tell("the model is thinking; --thinking shows what");
        thinks = true;
        continue;
      }
      await endLine();
      tellEvent(event);
    }
  } finally {
    // A half answer ends its line too, before the reason is told.
    await endLine();
  }
  return all;
}

/** The answer on standard output, and what is told meanwhile on standard error. */
class AnswerOutput {
  #last = "\n";

  async add(text: string): Promise<void> {
    await print(text);
    this.#last = text.at(-1) ?? this.#last;
  }

  async endLine(): Promise<void> {
    if (this.#last !== "\n") await print("\n");
    this.#last = "\n";
  }

  notice(text: string): void {
    // On a terminal it would stand behind the answer, in the same row.
    if (this.#last !== "\n" && Deno.stdout.isTerminal()) Deno.stderr.writeSync(new Uint8Array([10]));
    tell(visible(text));
  }
}

/** Tells the whole lines of the thinking so far; answers the rest. */
function told(text: string): string {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  for (const line of lines) if (line.trim() !== "") tell(`thinking: ${visible(line)}`);
  return rest;
}

function tellEvent(event: AnswerEvent): void {
  switch (event.kind) {
    case "notice":
      return tell(visible(event.text));
    case "tool":
      return tell(visible(`${event.text}`));
    case "sent": {
      const { model, address, lines, leftOut, tokens, contextSize, covers } = event;
      const rest = leftOut > 0 ? ` of ${lines + leftOut} from ${covers}` : "";
      return tell(
        `asking ${visible(model)} at ${
          visible(address)
        }: ${lines} records${rest}, about ${tokens} of ${contextSize} tokens`,
      );
    }
    case "done": {
      const { usage, cost, duration, unsent } = event.answer;
      const tokens = usage === null ? "" : `, ${usage.input} tokens in, ${usage.output} out`;
      const dollars = cost === null ? "" : `, $${cost.toFixed(4)}`;
      tell(`answered in ${(duration / 1000).toFixed(1)} s${tokens}${dollars}`);
      if (unsent.length > 0) {
        tell(
          `The answer cites lines that were not sent (marked ?): ${
            unsent.map((label) => `#${label}`).join(", ")
          }`,
        );
      }
      return;
    }
    case "text":
    case "thinking":
      return;
  }
}

/** Text of a model for a terminal: line breaks and tabs stay, control characters are shown as signs. */
function harmless(text: string): string {
  return text.replace(/\r\n/g, "\n").split("\n").map((line) => line.split("\t").map(visible).join("\t")).join(
    "\n",
  );
}
