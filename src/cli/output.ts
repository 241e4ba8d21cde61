const encoder = new TextEncoder();

/** Writes text to standard output, whole. Throws Deno.errors.BrokenPipe when nobody reads it any more. */
export async function print(text: string): Promise<void> {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}

/** Tells a person something on standard error, each line under the program's name. */
export function tell(message: string): void {
  let bytes = encoder.encode(message.split("\n").map((line) => `weir: ${line}\n`).join(""));
  try {
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stderr.writeSync(bytes));
  } catch {
    // Standard error is closed: there is nowhere left to say anything.
  }
}
