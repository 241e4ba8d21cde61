import { UserError } from "../record/user_error.ts";
import type { Environment } from "./variables.ts";

/** What of the system decides where weir's own files are. */
export interface Place {
  environment: Environment;
  windows: boolean;
}

/** The real environment. */
export const HERE: Place = {
  environment(name) {
    try {
      return Deno.env.get(name);
    } catch (error) {
      if (!(error instanceof Deno.errors.InvalidData)) throw error;
      throw new UserError(`Cannot use ${name}: its value is not valid UTF-8`);
    }
  },
  windows: Deno.build.os === "windows",
};

/** The person's home folder, "" if it is not known. */
export function homeFolder({ environment, windows }: Place): string {
  return (windows ? environment("USERPROFILE") : environment("HOME")) ?? "";
}

/**
 * The folder of the configuration file and the person's own skins: `%APPDATA%\weir` on Windows, else
 * `$XDG_CONFIG_HOME/weir` (XDG Base Directory Specification: relative paths are ignored). Null if the
 * environment names none.
 */
export function configFolder(place: Place): string | null {
  return place.windows ? windowsFolder(place, "APPDATA") : xdgFolder(place, "XDG_CONFIG_HOME", ".config");
}

/** The folder of what weir remembers: `%LOCALAPPDATA%\weir` on Windows, else `$XDG_STATE_HOME/weir`. */
export function stateFolder(place: Place): string | null {
  return place.windows
    ? windowsFolder(place, "LOCALAPPDATA")
    : xdgFolder(place, "XDG_STATE_HOME", ".local/state");
}

function windowsFolder({ environment }: Place, variable: string): string | null {
  const folder = environment(variable);
  return folder ? `${folder}\\weir` : null;
}

function xdgFolder(place: Place, variable: string, fallback: string): string | null {
  const folder = place.environment(variable);
  if (folder?.startsWith("/")) return `${folder}/weir`;
  const home = homeFolder(place);
  return home === "" ? null : `${home}/${fallback}/weir`;
}

/** Does `error` tell that nothing stands there? Below a HOME of `/dev/null` nothing can, and nothing may be opened. */
export function isNowhere(error: unknown): boolean {
  const { NotFound, NotADirectory, NotCapable } = Deno.errors;
  return [NotFound, NotADirectory, NotCapable].some((kind) => error instanceof kind);
}
