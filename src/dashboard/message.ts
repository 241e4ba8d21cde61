import type { AiMessage, AiRequest } from "../ai/protocol.ts";
import type { EngineMessage, EngineRequest } from "../engine/messages.ts";

/** What happened. */
export type Message =
  /** `text` is what the key puts into a text field; "" for others. */
  | { kind: "key"; key: string; text: string }
  | { kind: "paste"; text: string }
  /** A press of the first button, or the wheel; cells from 0. */
  | { kind: "mouse"; action: "click" | "double" | "wheelUp" | "wheelDown"; x: number; y: number }
  | { kind: "resize"; width: number; height: number }
  | { kind: "focus"; focused: boolean }
  /** The clock, before any other message that came later. */
  | { kind: "tick"; now: number }
  | { kind: "engine"; message: EngineMessage }
  | { kind: "ai"; message: AiMessage }
  /** Files that were read to their ends have grown by so many bytes since. */
  | { kind: "grew"; bytes: number }
  /** What a command came to. */
  | { kind: "done"; text: string; level: "info" | "warn" | "error" };

/** What is to be done about it, outside of `update`. */
export type Command =
  | { kind: "post"; request: EngineRequest }
  | { kind: "ai"; request: AiRequest }
  /** Writes a file into the current folder, unless there is one of that name. */
  | { kind: "save"; name: string; text: string }
  /** Starts the reading anew, following the files. */
  | { kind: "follow" }
  | { kind: "copy"; text: string; what: string }
  | { kind: "suspend" }
  | { kind: "quit" };
