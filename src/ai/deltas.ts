import { type Json, parsed } from "./json_value.ts";
import type { Piece, ToolCall } from "./provider.ts";

const OPEN = "<think>";
const CLOSE = "</think>";

/** Tells thinking from the answer where a local model writes it between tags at the beginning of its text. */
export class ThinkTags {
  #state: "start" | "thinking" | "thought" | "text" = "start";
  #held = "";

  /** Pieces that are certain after some more text. */
  push(text: string): Piece[] {
    this.#held += text;
    const pieces: Piece[] = [];
    if (this.#state === "start") {
      const begun = this.#held.trimStart();
      if (begun.startsWith(OPEN)) {
        this.#state = "thinking";
        this.#held = begun.slice(OPEN.length);
      } else if (OPEN.startsWith(begun)) return [];
      else this.#state = "text";
    }
    if (this.#state === "thinking") {
      const end = this.#held.indexOf(CLOSE);
      const safe = end < 0 ? this.#held.length - heldBack(this.#held) : end;
      if (safe > 0) pieces.push({ kind: "thinking", text: this.#held.slice(0, safe) });
      this.#held = this.#held.slice(safe);
      if (end < 0) return pieces;
      this.#held = this.#held.slice(CLOSE.length);
      this.#state = "thought";
    }
    if (this.#state === "thought") {
      // The empty lines between both are of neither.
      this.#held = this.#held.trimStart();
      if (this.#held !== "") this.#state = "text";
    }
    if (this.#held !== "") pieces.push({ kind: "text", text: this.#held });
    this.#held = "";
    return pieces;
  }

  /** What was held back when the text ends. */
  end(): Piece[] {
    const text = this.#held;
    this.#held = "";
    return text === "" ? [] : [{ kind: this.#state === "thinking" ? "thinking" : "text", text }];
  }
}

/** Characters at the end that may be the beginning of the closing tag. */
function heldBack(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (CLOSE.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/** A piece of a tool call. */
export interface CallFragment {
  readonly id: string | null;
  readonly name: string | null;
  /** Of its arguments. */
  readonly part: string;
  readonly extra?: Json;
}

/** Puts tool calls together from fragments, each with the place of its call. */
export class CallFragments {
  readonly #calls: { place: number; id: string; name: string; arguments: string; extra?: Json }[] = [];

  add(place: number, { id, name, part, extra }: CallFragment): void {
    let call = this.#calls.findLast((call) => call.place === place);
    // Gemini gives all of its calls the same place, and no id: what is named anew behind a whole call is another.
    const another = call && name && call.name !== "" &&
      (id ? id !== call.id : parsed(call.arguments) !== undefined);
    if (!call || another) this.#calls.push(call = { place, id: "", name: "", arguments: "" });
    if (id) call.id = id;
    if (name && call.name === "") call.name = name;
    call.arguments += part;
    if (extra !== undefined) call.extra = extra;
  }

  /** The calls, in order. */
  calls(): ToolCall[] {
    return this.#calls.filter(({ name }) => name !== "").sort((a, b) => a.place - b.place).map((
      { id, name, arguments: written, extra },
      place,
    ) => ({
      id: id || `call_${place + 1}`,
      name,
      arguments: written || "{}",
      ...extra === undefined ? {} : { extra },
    }));
  }
}
