import { isSpelt } from "./paths.ts";

/** Open files of a process by number: what the shell's `<(…)` passes. */
const DESCRIPTOR = /^(\/dev\/fd|\/proc\/self\/fd)\/\d+$/;

/** Why `path` cannot be opened or read, in some words for a person. */
export function reasonOf(path: string, error: unknown): string {
  if (error instanceof Deno.errors.NotCapable && DESCRIPTOR.test(path)) {
    return "weir is not allowed to open a file descriptor of the shell; pipe it in: `command | weir` instead of `weir <(command)`";
  }
  if (error instanceof Deno.errors.NotCapable) return "weir is not allowed to open it; pipe it in";
  if (error instanceof Deno.errors.NotFound) {
    return isSpelt(path)
      ? "no such file"
      : "a name that is not valid UTF-8 cannot be opened; pipe it in: `cat … | weir`";
  }
  if (error instanceof Deno.errors.PermissionDenied) return "no permission to read it";
  if (isTooManyOpen(error)) {
    return "too many open files; raise the shell's limit with `ulimit -n`";
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(os error \d+\)/, "").replace(/: \w+ '.*'$/, "");
}

/** Does the system let this process open no further file? */
export function isTooManyOpen(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Too many open files");
}
