import { assertEquals, assertStringIncludes } from "@std/assert";
import type { AiMessage } from "../../src/ai/protocol.ts";
import { withAi } from "../../src/cli/ai_link.ts";
import type { EngineLink } from "../../src/dashboard/run.ts";
import type { EngineMessage } from "../../src/engine/messages.ts";
import { readLog, usualLog } from "../ai/log_engine.ts";
import { makeSettings } from "../ai/make_settings.ts";
import { answerEvents, chunk, type Handler, ModelServer, sse } from "../ai/model_server.ts";

const ASKED = {
  question: "What broke?",
  kind: "error",
  where: "",
  selected: { source: 0, sequence: 100 },
  entry: null,
} as const;

/** A real engine in this thread behind a link, as the dashboard has one in a worker. */
async function engineLink(): Promise<EngineLink & { screen: EngineMessage[] }> {
  const ask = await readLog(usualLog(300, { 100: "ERROR db gone away" }));
  let told: (message: EngineMessage) => void = () => {};
  return {
    screen: [],
    listen: (listener) => told = listener,
    follow: () => {
      throw new Error("The model follows nothing");
    },
    async post(request) {
      if (request.kind !== "ask") return;
      told({ kind: "answer", id: request.id, answer: await ask(request.question) });
    },
  };
}

/** Runs the model's own worker against a server; `until` says when the messages are enough. */
async function withWorker(
  handler: Handler,
  yaml: string,
  act: (
    ai: ReturnType<typeof withAi>["ai"],
    until: (enough: (messages: AiMessage[]) => boolean) => Promise<AiMessage[]>,
    server: ModelServer,
  ) => Promise<void>,
): Promise<void> {
  const state = await Deno.makeTempDir();
  const before = Deno.env.get("XDG_STATE_HOME");
  Deno.env.set("XDG_STATE_HOME", state);
  await using server = new ModelServer(handler);
  const settings = makeSettings(
    {
      OPENAI_API_BASE: `${server.origin}/v1`,
      OPENAI_MAX_RETRIES: "0",
      OPENAI_API_KEY: "sk-key-12345678901234567890",
    },
    `ai-model: m\n${yaml}`,
  );
  const { link, ai, stop } = withAi(await engineLink(), settings);
  const messages: AiMessage[] = [];
  let check = () => {};
  const screen: EngineMessage[] = [];
  link.listen((message) => screen.push(message));
  ai.listen((message) => {
    messages.push(message);
    check();
  });
  const until = (enough: (messages: AiMessage[]) => boolean) =>
    new Promise<AiMessage[]>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`late: ${JSON.stringify(messages)}`)), 20_000);
      check = () => {
        if (!enough(messages)) return;
        clearTimeout(late);
        resolve(messages);
      };
      check();
    });
  try {
    await act(ai, until, server);
    assertEquals(screen, [], "answers to the model's questions are not the screen's");
  } finally {
    stop();
    if (before === undefined) Deno.env.delete("XDG_STATE_HOME");
    else Deno.env.set("XDG_STATE_HOME", before);
    await Deno.remove(state, { recursive: true });
  }
}

function isDone(id: number): (messages: AiMessage[]) => boolean {
  return (messages) =>
    messages.some((message) =>
      message.kind === "event" && message.id === id && message.event.kind === "done"
    );
}

function textOf(messages: AiMessage[], id: number): string {
  return messages.map((message) =>
    message.kind === "event" && message.id === id && message.event.kind === "text" ? message.event.text : ""
  ).join("");
}

Deno.test("the model's worker asks the engine, streams the answer, and shows what it would send", () =>
  withWorker(() => sse(answerEvents("The db [#101].").join("")), "", async (ai, until, server) => {
    ai.post({ kind: "ask", id: 1, asked: ASKED });
    const messages = await until(isDone(1));
    assertEquals(textOf(messages, 1), "The db [#101].");
    assertStringIncludes(server.received[0].body.messages[1].content, "[#101]");
    ai.post({ kind: "preview", asked: ASKED });
    const preview = (await until((messages) => messages.some(({ kind }) => kind === "preview"))).find((
      message,
    ) => message.kind === "preview");
    assertStringIncludes(preview?.text ?? "", "authorization: ********");
  }));

Deno.test("cancelling ends the request on both sides of the wire, and what waits is forgotten", () => {
  const pending: Handler = () => sse(pendingServer!.body([chunk({ content: "a" })], "stall"));
  let pendingServer: ModelServer | null = null;
  return withWorker((request, number) => pending(request, number), "", async (ai, until, server) => {
    pendingServer = server;
    ai.post({ kind: "ask", id: 1, asked: ASKED });
    ai.post({ kind: "ask", id: 2, asked: ASKED });
    await until((messages) => textOf(messages, 1) === "a");
    ai.post({ kind: "cancel" });
    const messages = await until((messages) => messages.filter(({ kind }) => kind === "failed").length === 2);
    assertEquals(
      messages.flatMap((message) => message.kind === "failed" ? [`${message.id} ${message.failure}`] : [])
        .sort(),
      ["1 cancelled", "2 cancelled"],
    );
    await server.untilCancelled();
    assertEquals(server.received.length, 1);
  });
});

Deno.test("questions that wait go as one request where that is configured, each with its own answer", () => {
  let release: () => void = () => {};
  const first = new Promise<void>((resolve) => release = resolve);
  return withWorker(
    async (_request, number) => {
      if (number === 1) await first;
      return sse(answerEvents(number === 1 ? "First." : "=== 1 ===\nSecond.\n=== 2 ===\nThird.").join(""));
    },
    "ai-batch-requests: true",
    async (ai, until, server) => {
      for (const id of [1, 2, 3]) {
        ai.post({ kind: "ask", id, asked: { ...ASKED, question: `Question ${id}` } });
        if (id === 1) {
          await until((messages) =>
            messages.some((message) => message.kind === "event" && message.event.kind === "sent")
          );
        }
      }
      release();
      await until(isDone(2));
      const messages = await until(isDone(3));
      assertEquals([1, 2, 3].map((id) => textOf(messages, id)), ["First.", "Second.", "Third."]);
      assertEquals(server.received.length, 2);
      assertStringIncludes(server.received[1].body.messages.at(-1)!.content, "2. Question 3");
    },
  );
});

Deno.test("models are listed and chosen, and one question goes to several of them", () =>
  withWorker(
    ({ path, body }) =>
      path.endsWith("/models")
        ? Response.json({ data: [{ id: "gpt-5" }, { id: "gpt-5-mini" }, { id: "tts-1" }] })
        : sse(answerEvents(`I am ${body.model}.`).join("")),
    "",
    async (ai, until) => {
      ai.post({ kind: "models" });
      const list = (await until((messages) => messages.some(({ kind }) => kind === "models"))).find((
        message,
      ) => message.kind === "models");
      assertEquals(list?.rows.map(({ model }) => model), ["gpt-5", "gpt-5-mini"]);
      assertEquals(list?.current?.model, "m");
      ai.post({
        kind: "compare",
        asked: ASKED,
        models: [{ place: 0, model: "gpt-5", id: 1 }, { place: 0, model: "gpt-5-mini", id: 2 }],
      });
      await until(isDone(1));
      const compared = await until(isDone(2));
      assertEquals([textOf(compared, 1), textOf(compared, 2)], ["I am gpt-5.", "I am gpt-5-mini."]);
      ai.post({ kind: "choose", choice: { place: 0, model: "gpt-5-mini" } });
      ai.post({ kind: "ask", id: 3, asked: ASKED });
      assertEquals(textOf(await until(isDone(3)), 3), "I am gpt-5-mini.");
    },
  ));
