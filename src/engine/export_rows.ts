import { writeFailure } from "../record/write_failure.ts";
import type { Answer } from "./messages.ts";

const encoder = new TextEncoder();
/** Characters that are written at once. */
const PIECE = 1 << 20;

/** Writes lines, each with its end, to a file that must not be there yet. */
export function exportLines(path: string, lines: Iterable<string>): Answer {
  let records = 0;
  let made = false;
  try {
    using file = Deno.openSync(path, { write: true, createNew: true });
    made = true;
    let text = "";
    const write = () => {
      const bytes = encoder.encode(text);
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      text = "";
    };
    for (const line of lines) {
      text += line.endsWith("\n") ? line : `${line}\n`;
      records++;
      if (text.length > PIECE) write();
    }
    write();
  } catch (error) {
    // Half of the lines under the name of all of them would mislead, and stand in the way of another try.
    if (made) Deno.removeSync(path);
    return { kind: "error", message: `Cannot write ${path}: ${writeFailure(error)}` };
  }
  return { kind: "exported", path, records };
}
