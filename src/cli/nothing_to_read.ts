import { UserError } from "../record/user_error.ts";
import type { Settings } from "../settings/settings.ts";

/** Log files that are listed. */
const MOST_FILES = 8;
/** Folders of the current one that are looked into. */
const FOLDERS = ["log", "logs", "tmp"];
const LOG_NAME = /\.(log|jsonl|ndjson|out|err)(\.\d+)?(\.(gz|bz2|xz|zst))?$|^(syslog|messages|dmesg)$/i;

/** Throws UserError where a run would wait for somebody to type log lines. */
export function needInput(settings: Settings): void {
  const named = settings.get("files").length > 0 || settings.get("otlp-enabled");
  if (!named && Deno.stdin.isTerminal()) throw new UserError(nothingToRead(Deno.cwd()));
}

/** What to say when there is nothing to read: what can be read here, and how. */
export function nothingToRead(folder: string): string {
  const files = logFilesIn(folder);
  const first = files[0] ?? "app.log";
  const examples = [
    `weir ${first}${" ".repeat(Math.max(2, 24 - first.length))}a file`,
    `weir --follow '*.log'${" ".repeat(11)}files as they grow`,
    `kubectl logs -f deploy/api | weir  what a program prints`,
  ];
  return [
    "Nothing to read: no file is named and nothing is piped in",
    ...(files.length === 0 ? [] : ["Log files here:", ...files.map((file) => `  ${file}`)]),
    "Examples:",
    ...examples.map((example) => `  ${example}`),
  ].join("\n");
}

function logFilesIn(folder: string): string[] {
  const found = namesIn(folder);
  for (const inner of FOLDERS) found.push(...namesIn(`${folder}/${inner}`).map((name) => `${inner}/${name}`));
  return found.slice(0, MOST_FILES);
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name, isFile }) => isFile && LOG_NAME.test(name))
      .map(({ name }) => name).sort();
  } catch {
    // A folder that cannot be read has nothing to offer.
    return [];
  }
}
