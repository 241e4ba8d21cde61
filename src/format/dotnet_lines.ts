import { type Batch, TEXT } from "../record/batch.ts";
import { DOTNET_INDENT } from "./text/message/text_two_lines.ts";

const NEWLINE = 0x0a, SPACE = 0x20;

/** Whether the message begins in a line of its own behind six blanks, as .NET's console writes it. */
export function isDotnet({ bytes, bodyFrom, bodyKind, rawFrom }: Batch, row: number): boolean {
  const from = bodyFrom[row] - DOTNET_INDENT;
  if (bodyKind[row] !== TEXT || from <= rawFrom[row] || bytes[from - 1] !== NEWLINE) return false;
  return behindDotnet(bytes, from, bodyFrom[row]) === bodyFrom[row];
}

/** Behind the blanks that .NET's console puts before each line of a message. */
export function behindDotnet(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < from + DOTNET_INDENT; at++) if (at >= to || bytes[at] !== SPACE) return from;
  return from + DOTNET_INDENT;
}
