import type { AnswerEvent } from "../ai/answer.ts";
import type { AnalysisKind } from "../ai/choose_model.ts";
import type { AiMessage, AiRequest, Asked } from "../ai/protocol.ts";
import type { Row } from "../engine/messages.ts";
import { ANALYSES, asMarkdown, citations, isWaiting, markOf, type Talk } from "./ai_state.ts";
import { START } from "./list_position.ts";
import { MOST_COMPARED } from "./modals/ai_pages.ts";
import { pageRows } from "./modals/page.ts";
import { pageOf } from "./modals/pages.ts";
import { type Modal, selectedRow, type State } from "./state.ts";
import { flashed, noticed, stay, type Step, then } from "./step.ts";
import { locate, withPlace } from "./update_log.ts";
import { whereOf } from "./where.ts";
import { openPrompt } from "./update_prompt.ts";

/** Models that show above the one under the cursor when their list opens. */
const ABOVE = 5;

function asking(state: State, request: AiRequest): Step {
  return [state, [{ kind: "ai", request }]];
}

function opened(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals, modal] };
}

/** `i`: analysis of what is shown, and of the entry under the cursor if the reader is in the log or in an entry. */
export function openAnalysis(state: State): Step {
  const row = rowOf(state);
  return stay(
    opened({ ...state, ai: { ...state.ai, row } }, { kind: "analysis", talk: null, position: START }),
  );
}

/** The entry that a question is about: the open one, or that under the cursor of a list that does not follow. */
function rowOf(state: State): Row | null {
  const top = state.modals.at(-1);
  const entry = top?.kind === "entry" ? top.detail?.row ?? null : null;
  return entry ?? (state.focus === "log" && !state.log.follow ? selectedRow(state) : null);
}

/** `c`: the conversation, with a prompt to go on. */
export function openChat(before: State): Step {
  const row = before.modals.at(-1)?.kind === "analysis" ? before.ai.row : rowOf(before);
  const state = { ...before, ai: { ...before.ai, row } };
  const next = atEnd(
    opened({ ...state, modals: withoutAi(state.modals) }, { kind: "chat", position: START }),
  );
  return openPrompt(next, "ask");
}

/** `m`: the models of all providers. */
export function openModels(state: State): Step {
  const models = { ...state.ai.models, loading: true };
  const next = opened({ ...state, ai: { ...state.ai, models } }, { kind: "models", position: START });
  return asking(next, { kind: "models" });
}

/** Ctrl+O: what a question would send now. */
export function openSent(state: State): Step {
  const next = opened(state, { kind: "sent", text: null, position: START });
  return asking(next, { kind: "preview", asked: askedOf(state, "", lastKind(state)) });
}

function withoutAi(modals: readonly Modal[]): Modal[] {
  return modals.filter(({ kind }) => kind !== "analysis" && kind !== "chat");
}

function lastKind({ ai }: State): AnalysisKind {
  return ai.talks.at(-1)?.kind ?? "error";
}

function askedOf(state: State, question: string, kind: AnalysisKind): Asked {
  return { question, kind, where: whereOf(state), selected: state.ai.row?.id ?? null, entry: state.ai.row };
}

function talkOf(id: number, question: string, kind: AnalysisKind, model = "", compared = false): Talk {
  return {
    id,
    question,
    kind,
    model,
    compared,
    state: "waiting",
    text: "",
    thinking: "",
    steps: [],
    sent: null,
    answer: null,
    problem: "",
  };
}

/** Puts a question to the model. */
function ask(state: State, question: string, kind: AnalysisKind): Step {
  const id = state.ai.next;
  const ai = { ...state.ai, next: id + 1, cited: -1, talks: [...state.ai.talks, talkOf(id, question, kind)] };
  return asking({ ...state, ai }, { kind: "ask", id, asked: askedOf(state, question, kind) });
}

/** A question that was typed: it goes on in the chat, or to the marked models. */
export function askTyped(state: State, question: string): Step {
  if (state.modals.at(-1)?.kind === "models") return compare(state, question);
  const chat = state.modals.at(-1)?.kind === "chat"
    ? state
    : opened({ ...state, modals: withoutAi(state.modals) }, { kind: "chat", position: START });
  return then(ask(chat, question, lastKind(state)), (state) => stay(atEnd(state)));
}

function compare(state: State, question: string): Step {
  const chosen = state.ai.models.rows.filter((row) => state.ai.marked.includes(markOf(row))).slice(
    0,
    MOST_COMPARED,
  );
  const first = state.ai.next;
  const talks = chosen.map(({ model }, place) => talkOf(first + place, question, "error", model, true));
  const ai = { ...state.ai, next: first + talks.length, talks: [...state.ai.talks, ...talks] };
  const modal: Modal = { kind: "compare", talks: talks.map(({ id }) => id), position: START };
  const models = chosen.map(({ place, model }, n) => ({ place, model, id: first + n }));
  return asking(opened({ ...state, ai }, modal), {
    kind: "compare",
    asked: askedOf(state, question, "error"),
    models,
  });
}

/** A key in a window of these; null if it means what it means everywhere. */
export function aiKey(state: State, modal: Modal, key: string): Step | null {
  if (key === "esc" && isWaiting(state.ai) && modal.kind !== "models" && modal.kind !== "sent") {
    return cancel(state);
  }
  if (key === "ctrl+o" && modal.kind !== "sent") return openSent(state);
  switch (modal.kind) {
    case "analysis": {
      const analysis = ANALYSES[Number(key) - 1];
      if (analysis) return analyse(state, modal, analysis.kind);
      if (key === "c") return openChat(state);
      if (key === "m") return openModels(state);
      return talkKey(state, key);
    }
    case "chat":
      if (key === "X") {
        return asking({ ...state, ai: { ...state.ai, talks: [], cited: -1 } }, { kind: "clear" });
      }
      if (key === "c") return openPrompt(state, "ask");
      if (key === "m") return openModels(state);
      return talkKey(state, key);
    case "compare":
      return key === "w" ? save(state) : null;
    case "models":
      return modelsKey(state, modal, key);
    default:
      return null;
  }
}

function analyse(state: State, modal: Modal & { kind: "analysis" }, kind: AnalysisKind): Step {
  const shown = { ...modal, talk: state.ai.next, position: START };
  return ask({ ...state, modals: [...state.modals.slice(0, -1), shown] }, "", kind);
}

function talkKey(state: State, key: string): Step | null {
  if (key === "w") return save(state);
  if (key !== "n" && key !== "N") return null;
  const count = citations(state.ai).length;
  if (count === 0) return stay(flashed(state, "The answer cites no lines that were sent"));
  const cited =
    (state.ai.cited + (key === "n" ? 1 : -1) + count + (state.ai.cited < 0 && key === "N" ? 1 : 0)) % count;
  const next = { ...state, ai: { ...state.ai, cited } };
  return stay(flashed(next, `#${citations(next.ai)[cited].label}: Enter goes there`));
}

function modelsKey(state: State, modal: Modal & { kind: "models" }, key: string): Step | null {
  const row = state.ai.models.rows[modal.position.cursor];
  if (key === "a") {
    return then(
      asking(flashed(state, "The model is chosen automatically"), { kind: "choose", choice: null }),
      (state) => asking(state, { kind: "models" }),
    );
  }
  if (key === "c") {
    if (state.ai.marked.length < 2) return stay(flashed(state, "Mark two models or more with Space"));
    return openPrompt(state, "ask");
  }
  if (key !== "space" || !row) return null;
  const mark = markOf(row);
  const { marked } = state.ai;
  if (!marked.includes(mark) && marked.length === MOST_COMPARED) {
    return stay(flashed(state, `At most ${MOST_COMPARED} models can be compared`, "warn"));
  }
  const next = marked.includes(mark) ? marked.filter((other) => other !== mark) : [...marked, mark];
  return stay({ ...state, ai: { ...state.ai, marked: next } });
}

/** Enter in a window of these. */
export function aiEnter(state: State, modal: Modal & { kind: "analysis" | "chat" | "models" }): Step {
  if (modal.kind === "models") {
    const row = state.ai.models.rows[modal.position.cursor];
    if (!row) return stay(state);
    const { place, model } = row;
    const current = { place, model, why: "it was chosen in the dashboard" };
    const next = { ...state, ai: { ...state.ai, models: { ...state.ai.models, current } } };
    return asking(flashed(next, `${model} answers from now on`), {
      kind: "choose",
      choice: { place, model },
    });
  }
  const cited = citations(state.ai)[state.ai.cited];
  if (cited) return jump(state, cited);
  if (modal.kind === "analysis" && modal.talk === null) return analyse(state, modal, "error");
  return openPrompt(state, "ask");
}

/** Goes to a cited line in the log; `[` goes back there, and the windows open again with what they had. */
function jump(
  state: State,
  { label, id }: { label: string; id: { source: number; sequence: number } },
): Step {
  const back = state.info.keymap.keyOf("chat");
  const closed = withPlace({ ...state, modals: [], focus: "log" as const });
  return locate(
    closed,
    "The filters hide this record, or it cannot be read again",
    { id },
    `#${label} · ${back} goes back to the answer`,
  );
}

function cancel(state: State): Step {
  const talks = state.ai.talks.map((talk): Talk =>
    talk.state === "waiting"
      ? {
        ...talk,
        state: "cancelled",
        problem: talk.text === "" ? "Cancelled" : "Cancelled: the answer is incomplete",
      }
      : talk
  );
  return asking(flashed({ ...state, ai: { ...state.ai, talks } }, "Cancelled"), { kind: "cancel" });
}

function save(state: State): Step {
  if (state.ai.talks.length === 0) return stay(flashed(state, "Nothing to save"));
  const when = new Date(state.now).toISOString().slice(0, 19);
  const text = asMarkdown(state.ai, state.info.inputs, when.replace("T", " "));
  return [state, [{ kind: "save", name: `weir-${when.replaceAll(":", "")}.md`, text }]];
}

/** Takes what the model's worker says. */
export function updateAi(state: State, message: AiMessage): Step {
  switch (message.kind) {
    case "event":
      return stay(atEnd(changed(state, message.id, (talk) => withEvent(talk, message.event)), state));
    case "failed": {
      const ended = message.failure === "cancelled" ? "cancelled" : "failed";
      return stay(
        atEnd(
          changed(state, message.id, (talk) => ({ ...talk, state: ended, problem: message.message })),
          state,
        ),
      );
    }
    case "preview": {
      const modals = state.modals.map((modal): Modal =>
        modal.kind === "sent" ? { ...modal, text: message.text } : modal
      );
      return stay({ ...state, modals });
    }
    case "models": {
      const { rows, current, problems } = message;
      const listed = { ...state, ai: { ...state.ai, models: { rows, current, problems, loading: false } } };
      const next = atCurrent(listed);
      return stay(rows.length > 0 && problems.length > 0 ? flashed(next, problems[0], "warn") : next);
    }
    case "notice":
      return stay(noticed(state, { level: "warn", text: message.text, at: state.now }));
    case "idle":
    case "loaded":
    case "question":
      // Whoever connects the worker with the engine and the terminal takes these.
      return stay(state);
  }
}

/** With the cursor of the list of models on the one that is asked, unless the person moved it before. */
function atCurrent(state: State): State {
  const { rows, current } = state.ai.models;
  const place = current === null ? -1 : rows.findIndex((row) => markOf(row) === markOf(current));
  const modals = state.modals.map((modal): Modal =>
    modal.kind === "models" && modal.position === START && place > 0
      ? { ...modal, position: { cursor: place, top: Math.max(0, place - ABOVE) } }
      : modal
  );
  return { ...state, modals };
}

function changed(state: State, id: number, change: (talk: Talk) => Talk): State {
  const talks = state.ai.talks.map((talk) =>
    talk.id === id && talk.state === "waiting" ? change(talk) : talk
  );
  return { ...state, ai: { ...state.ai, talks } };
}

function withEvent(talk: Talk, event: AnswerEvent): Talk {
  switch (event.kind) {
    case "text":
      return { ...talk, text: talk.text + event.text };
    case "thinking":
      return { ...talk, thinking: talk.thinking + event.text };
    case "notice":
    case "tool":
      return { ...talk, steps: [...talk.steps, event.text] };
    case "sent": {
      const { tokens, contextSize, lines, leftOut, covers } = event;
      return { ...talk, model: event.model, sent: { tokens, contextSize, lines, leftOut, covers } };
    }
    case "done":
      return { ...talk, state: "done", answer: event.answer };
  }
}

/** The chat stays at its end while the reader is there. */
function atEnd(state: State, before?: State): State {
  const modal = state.modals.at(-1);
  if (modal?.kind !== "chat") return state;
  const lastTop = (state: State) => {
    const page = pageOf(state, modal);
    return Math.max(0, page.lines.length - pageRows(page, state));
  };
  if (before !== undefined && modal.position.top < lastTop(before)) return state;
  const top = lastTop(state);
  return { ...state, modals: [...state.modals.slice(0, -1), { ...modal, position: { cursor: top, top } }] };
}
