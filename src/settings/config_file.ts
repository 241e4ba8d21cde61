import { UserError } from "../record/user_error.ts";
import { isNowhere } from "./places.ts";
import { readPlainConfig } from "./plain_config.ts";
import { holdsCredentials, quote, type Raw } from "./raw.ts";
import { type SettingName, settingOf } from "./table.ts";
import { loadLater } from "../record/load_later.ts";

/** What a configuration file holds. */
export interface ConfigFile {
  readonly path: string;
  /** What was given, by setting; a key without a value is not given. */
  readonly values: ReadonlyMap<SettingName, Raw>;
  /** Remarks that do not keep the file from being used, one line each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the first of `paths` that exists; null if none does. One that nobody named and that this user may not look
 * at (a container's, whose HOME is another user's) is a warning; throws UserError for one that is wrong.
 */
export async function findConfigFile(paths: readonly string[]): Promise<ConfigFile | null> {
  for (const path of paths) {
    try {
      return await readConfigFile(path);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (isNowhere(error.cause)) continue;
      if (!(error.cause instanceof Deno.errors.PermissionDenied)) throw error;
      return { path, values: new Map(), warnings: [`${error.message}; continuing without it`] };
    }
  }
  return null;
}

/** Throws UserError, naming line and column, for a file that cannot be read or is not a map of settings. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  let text: string;
  let mode: number | null;
  try {
    text = decode(await Deno.readFile(path));
    mode = (await Deno.stat(path)).mode;
  } catch (error) {
    throw new UserError(`Cannot read the configuration file ${quote(path)}: ${reasonOf(error)}`, 2, {
      cause: error,
    });
  }
  const plain = readPlainConfig(text);
  const { values, warnings } = plain !== null
    ? { values: plain, warnings: [] as string[] }
    : (await loadLater<typeof import("./config_text.ts")>("../settings/config_text.ts")).parseConfig(
      path,
      text,
    ); // brings the YAML reader
  const secret = [...values].find(([name, raw]) => settingOf(name).secret || holdsCredentials(raw))?.[0];
  if (secret !== undefined && mode !== null && (mode & 0o044) !== 0) {
    const way = `chmod 600 ${quote(path)}`;
    warnings.push(
      `${path} holds ${secret} and other users of this machine can read it; make it private with ${way}`,
    );
  }
  return { path, values, warnings };
}

/** UTF-8, or UTF-16 with a mark, which some editors and shells of Windows write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "no such file";
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return "no permission to read it";
  }
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  return error instanceof Error ? error.message : String(error);
}
