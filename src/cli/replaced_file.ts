import { UserError } from "../record/user_error.ts";
import { writeFailure } from "../record/write_failure.ts";
import { dirname } from "../source/paths.ts";

/**
 * Writes a file that takes the place of an older one only when it is whole, so that a full disk leaves the older one as
 * it was. What is no file (a pipe, a device), or lies where no other may be made, is written in its place. Throws UserError.
 */
export function replaceFile(path: string, text: string): void {
  try {
    const there = fileAt(path);
    if (there === null || !writeBeside(there, text)) Deno.writeTextFileSync(path, text);
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${writeFailure(error)}`, 1);
  }
}

/**
 * Throws UserError where it is known before anything is written that `replaceFile` would: after hours of reading it is too
 * late.
 */
export function checkReplaceable(path: string): void {
  try {
    if (isFolder(path)) throw new Error("it is a folder");
    Deno.statSync(dirname(path));
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${writeFailure(error)}`, 1);
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** The file itself, if `path` is one or links to one; null if there is none yet, or something else. */
function fileAt(path: string): { path: string; mode: number | null } | null {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile ? { path: Deno.realPathSync(path), mode } : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** False if there may be no file beside this one. */
function writeBeside({ path, mode }: { path: string; mode: number | null }, text: string): boolean {
  const fresh = `${path}.${Deno.pid}.new`;
  let made = false;
  try {
    using file = Deno.openSync(fresh, {
      write: true,
      createNew: true,
      mode: mode === null ? 0o666 : mode & 0o777,
    });
    made = true;
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!made && error instanceof Deno.errors.PermissionDenied) return false;
    if (made) Deno.removeSync(fresh);
    throw error;
  }
  Deno.renameSync(fresh, path);
  return true;
}
