/** Why a file cannot be written, in some words for a person. */
export function writeFailure(error: unknown): string {
  // A file that is not there would have been made.
  if (error instanceof Deno.errors.NotFound) return "there is no such folder";
  if (error instanceof Deno.errors.AlreadyExists) return "it is there already; choose another name";
  if (error instanceof Deno.errors.PermissionDenied) return "no permission to write there";
  if (error instanceof Deno.errors.NotCapable) return "this program may not write there; write a file";
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(os error \d+\).*/, "").replace(/: \w+ '.*'$/, "");
}
