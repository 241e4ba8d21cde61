import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { UserError } from "../record/user_error.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { quote, type Raw } from "./raw.ts";
import { FILE_KEYS, isFileKey, type SettingName } from "./table.ts";

/**
 * Reads the text of a configuration file. `path` is for messages alone: broken YAML throws UserError with
 * line and column, never with what stands there.
 */
export function parseConfig(path: string, text: string) {
  const places = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe", // every scalar stays the text that was written
    prettyErrors: false,
    logLevel: "error",
    lineCounter: places,
  });
  const [error] = document.errors;
  if (error?.code === "MULTIPLE_DOCS") {
    throw errorAt(error.pos[0], "must be a single YAML document, not several");
  }
  if (error) {
    const [end] = error.pos;
    const place = error.code === "MISSING_CHAR" ? quoteThatEndsAt(document, end) : end;
    throw errorAt(place, `invalid YAML: ${withoutSource(error.message)}`);
  }
  const values = new Map<SettingName, Raw>();
  const warnings: string[] = [];
  const { contents } = document;
  if (contents === null || isNothing(contents)) return { values, warnings };
  if (!isMap<Node, Node | null>(contents)) {
    throw errorAt(contents.range?.[0] ?? 0, "must be a map of settings, such as `skin: nord`");
  }
  for (const { key, value } of contents.items) {
    const name = nameOf(key);
    if (!isFileKey(name)) {
      warnings.push(`${path}:${lineOf(key)}: unknown key ${quote(name)}${didYouMean(name, FILE_KEYS)}`);
    } else if (value !== null && !isNothing(value)) {
      values.set(name, rawOf(value, 0));
    }
  }
  return { values, warnings };

  function lineOf(node: Node): number {
    return places.linePos(node.range?.[0] ?? 0).line;
  }

  function errorAt(offset: number, message: string): UserError {
    const { line, col } = places.linePos(offset);
    return new UserError(`${path}:${line}:${col}: ${message}`);
  }

  function rawOf(node: Node | null, depth: number): Raw {
    const target = isAlias(node) ? node.resolve(document as Document) : node;
    if (node !== null && target === undefined) throw errorAt(node.range?.[0] ?? 0, LOOSE_ALIAS);
    const line = node === null ? 0 : lineOf(node);
    if (depth > DEEPEST) throw errorAt(node?.range?.[0] ?? 0, "lists and maps are nested too deeply");
    if (isSeq<Node>(target)) {
      return { kind: "list", items: target.items.map((item) => rawOf(item, depth + 1)), line };
    }
    if (isMap<Node, Node | null>(target)) {
      const entries = target.items.map((pair) => [nameOf(pair.key), rawOf(pair.value, depth + 1)] as const);
      return { kind: "map", entries: new Map(entries), line };
    }
    return { kind: "text", text: isScalar(target) ? String(target.value) : "", line };
  }
}

const DEEPEST = 16;
/** Said of `files: *.log`: the text behind the asterisk is the name of a part of the file that is written with `&`. */
const LOOSE_ALIAS = "a value that begins with * needs quotes, such as '*.log'";

function nameOf(key: Node): string {
  return isScalar(key) ? String(key.value) : "";
}

/** Whether a value is absent: nothing, `~`, `null` or an empty text. */
function isNothing(node: Node): boolean {
  if (!isScalar(node)) return false;
  return node.value === "" || (node.type === "PLAIN" && /^(?:null|Null|NULL|~)$/.test(String(node.value)));
}

/** Where a quote begins whose end is missing at an offset: it goes on to the end of the file. */
function quoteThatEndsAt(document: Document.Parsed, offset: number): number {
  let from = offset;
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith("QUOTE") && range?.[1] === offset) from = range[0];
    },
  });
  return from;
}

/** A message of the YAML reader without the piece of the file that it may quote, which may be a secret. */
function withoutSource(message: string): string {
  return message.split(": ")[0].replace(/^./, (first) => first.toLowerCase());
}
