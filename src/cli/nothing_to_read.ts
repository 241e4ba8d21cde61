import { shellWord } from "../record/shell_word.ts";
import { UserError } from "../record/user_error.ts";
import { originText } from "../settings/origin.ts";
import type { Settings } from "../settings/settings.ts";
import { STDIN_NAMES } from "../source/named_files.ts";
import { isSpelt } from "../source/paths.ts";
import { tell } from "./output.ts";

/** Log files that are listed. */
const MOST_FILES = 8;
/** Folders of the current one that are looked into. */
const FOLDERS = ["log", "logs", "tmp"];
const LOG_NAME = /\.(log|jsonl|ndjson|out|err)(\.\d+)?(\.(gz|bz2|xz|zst))?$|^(syslog|messages|dmesg)$/i;

/**
 * Throws UserError where a run would wait for somebody to type log lines; tells of piped lines that stay unread
 * because a variable or the configuration names files.
 */
export async function needInput(settings: Settings): Promise<void> {
  const files = settings.get("files");
  const origin = settings.origin("files");
  if (files.length === 0) {
    if (!settings.get("otlp-enabled") && Deno.stdin.isTerminal()) {
      throw new UserError(nothingToRead("."));
    }
  } else if (
    (origin.kind === "variable" || origin.kind === "file") &&
    !files.some((file) => STDIN_NAMES.has(file)) && await isPiped()
  ) {
    tell(`standard input is ignored because ${originText(origin)} names files; use -f - to read it instead`);
  }
}

async function isPiped(): Promise<boolean> {
  // Loaded for who asks: it takes a tenth of a start.
  const { fstatSync } = await import("node:fs");
  try {
    return fstatSync(0).isFIFO();
  } catch {
    // Closed: nothing comes in.
    return false;
  }
}

/** What to say when there is nothing to read: what can be read here, and how. */
export function nothingToRead(folder: string): string {
  const files = logFilesIn(folder);
  const listed = files.slice(0, MOST_FILES);
  const more = files.length - listed.length;
  const [first = "app.log"] = files;
  const examples = [
    [`weir ${shellWord(first.startsWith("-") ? `./${first}` : first)}`, "show a file"],
    ["weir --follow '*.log'", "follow files as they grow"],
    ["kubectl logs -f deploy/api | weir", "show what a program prints"],
  ];
  return [
    "Nothing to read: name a file, or pipe logs in",
    ...(files.length === 0 ? [] : ["Log files in this folder:", ...listed.map((file) => `  ${file}`)]),
    ...(more === 0 ? [] : [`  and ${more} more`]),
    "Examples:",
    ...examples.map(([line, does]) => `  ${line.padEnd(35)} ${does}`),
  ].join("\n");
}

function logFilesIn(folder: string): string[] {
  const found = namesIn(folder);
  for (const inner of FOLDERS) found.push(...namesIn(`${folder}/${inner}`).map((name) => `${inner}/${name}`));
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name, isFile }) =>
      isFile && LOG_NAME.test(name) && isSpelt(name)
    )
      .map(({ name }) => name).sort();
  } catch {
    // A folder that cannot be read has nothing to offer.
    return [];
  }
}
