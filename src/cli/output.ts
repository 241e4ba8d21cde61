import { UserError } from "../record/user_error.ts";
import { visible } from "../settings/raw.ts";

const encoder = new TextEncoder();

/**
 * Writes text to standard output, whole. Throws Deno.errors.BrokenPipe when nobody reads it any more, and UserError
 * when it cannot be written, as on a full disk.
 */
export async function print(text: string): Promise<void> {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe || !(error instanceof Error)) throw error;
    const reason = error.message.replace(/ \(os error \d+\)/, "").toLowerCase();
    throw new UserError(`Cannot write to standard output: ${reason}`, 1, { cause: error });
  }
}

/** The file that standard output goes to, as `device:inode`; null if it is none, or the system does not tell. */
export async function outputFile(): Promise<string | null> {
  if (Deno.stdout.isTerminal()) return null;
  const { fstatSync } = await import("node:fs");
  try {
    const info = fstatSync(1);
    return info.isFile() && info.ino !== 0 ? `${info.dev}:${info.ino}` : null;
  } catch {
    return null;
  }
}

/** Tells a person something on standard error, each line under the program's name; names in it may be hostile. */
export function tell(message: string): void {
  let bytes = encoder.encode(message.split("\n").map((line) => `weir: ${visible(line)}\n`).join(""));
  try {
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stderr.writeSync(bytes));
  } catch {
    // Standard error is closed: there is nowhere left to say anything.
  }
}
