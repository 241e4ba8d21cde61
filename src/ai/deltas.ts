import type { Piece, ToolCall } from "./provider.ts";

const OPEN = "<think>";
const CLOSE = "</think>";

/** Tells thinking from the answer where a local model writes it between tags at the beginning of its text. */
export class ThinkTags {
  #state: "start" | "thinking" | "text" = "start";
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
      this.#state = "text";
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

/** Puts tool calls together from fragments, each with the place of its call. */
export class CallFragments {
  readonly #calls: { id: string; name: string; arguments: string }[] = [];

  add(place: number, id: string | null, name: string | null, part: string): void {
    const call = this.#calls[place] ??= { id: "", name: "", arguments: "" };
    if (id) call.id = id;
    if (name && call.name === "") call.name = name;
    call.arguments += part;
  }

  /** The calls, in order. */
  calls(): ToolCall[] {
    return this.#calls.filter((call) => call && call.name !== "").map((call, place) => ({
      ...call,
      id: call.id || `call_${place + 1}`,
      arguments: call.arguments || "{}",
    }));
  }
}
