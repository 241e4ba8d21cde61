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
    if (error instanceof Deno.errors.AlreadyExists) {
      return { kind: "error", message: `${path} is there already: choose another name` };
    }
    // Half of the lines under the name of all of them would mislead, and stand in the way of another try.
    if (made) Deno.removeSync(path);
    return { kind: "error", message: `${path} cannot be written: ${reasonOf(error)}` };
  }
  return { kind: "exported", path, records };
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such folder";
  if (error instanceof Deno.errors.PermissionDenied) return "no permission";
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(os error \d+\).*/, "");
}
