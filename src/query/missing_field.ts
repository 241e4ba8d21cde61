import { nearestName } from "../record/nearest_name.ts";
import { OTHER_FIELD_NAMES, SPECIAL_FIELDS } from "./values.ts";

/** What other programs call the fields that have a meaning of their own. */
const MEANT = new Map([["text", "body"], ["date", "time"]]);

/** What to say of a field that no record has; `known` are names that records have. */
export function missingField(field: string, known: readonly string[], whose = ""): string {
  const ends = known.map((name) => name.slice(name.lastIndexOf(".") + 1));
  const names = [...known, ...ends, ...SPECIAL_FIELDS, ...OTHER_FIELD_NAMES];
  const meant = MEANT.get(field.toLowerCase()) ?? nearestName(field, names);
  const hint = meant === null ? "; check its spelling" : `; did you mean ${meant}?`;
  return `no record${whose} has a field "${field}"${hint}`;
}
