import { shellWord } from "../record/shell_word.ts";
import { UserError } from "../record/user_error.ts";
import { sized } from "../report/figures.ts";
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
  const first = files[0]?.name ?? "app.log";
  const widest = Math.max(...listed.map(({ name }) => name.length));
  const lines = listed.map(({ name, bytes }) =>
    `  ${name.padEnd(widest)}  ${bytes === 0 ? "empty" : sized(bytes)}`
  );
  const examples = [
    [`weir ${shellWord(first.startsWith("-") ? `./${first}` : first)}`, "show a file"],
    ["weir --follow '*.log'", "follow files as they grow"],
    ["kubectl logs -f deploy/api | weir", "show what a program prints"],
  ];
  return [
    "Nothing to read: name a file, or pipe logs in",
    ...(files.length === 0 ? [] : ["Log files here, the last written first:", ...lines]),
    ...(more === 0 ? [] : [`  and ${more} more`]),
    "Examples:",
    ...examples.map(([line, does]) => `  ${line.padEnd(35)} ${does}`),
  ].join("\n");
}

interface LogFile {
  name: string;
  bytes: number;
  written: number;
}

/** Those that somebody may be after first: the last written, empty ones at the end. */
function logFilesIn(folder: string): LogFile[] {
  const found = filesIn(folder, "");
  for (const inner of FOLDERS) found.push(...filesIn(`${folder}/${inner}`, `${inner}/`));
  return found.sort((x, y) =>
    Number(x.bytes === 0) - Number(y.bytes === 0) || y.written - x.written || (x.name < y.name ? -1 : 1)
  );
}

function filesIn(folder: string, prefix: string): LogFile[] {
  try {
    return [...Deno.readDirSync(folder)]
      .filter(({ name, isFile }) => isFile && LOG_NAME.test(name) && isSpelt(name))
      .map(({ name }) => {
        const { size, mtime } = Deno.statSync(`${folder}/${name}`);
        return { name: `${prefix}${name}`, bytes: size, written: mtime?.getTime() ?? 0 };
      });
  } catch {
    // A folder that cannot be read has nothing to offer.
    return [];
  }
}
