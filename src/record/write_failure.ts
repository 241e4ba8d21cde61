/** Why a file cannot be written, in some words for a person. */
export function writeFailure(error: unknown): string {
  // A file that is not there would have been made.
  if (error instanceof Deno.errors.NotFound) return "no such folder";
  if (error instanceof Deno.errors.AlreadyExists) return "it already exists; choose another name";
  if (error instanceof Deno.errors.PermissionDenied) return "no permission to write there";
  if (error instanceof Deno.errors.NotCapable) {
    return "weir is not allowed to write there; name an ordinary file";
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(os error \d+\).*/, "").replace(/: \w+ '.*'$/, "");
}
