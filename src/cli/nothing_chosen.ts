import type { Ingestion } from "../engine/ingestion.ts";
import { SPECIAL_FIELDS } from "../query/values.ts";
import { Clock } from "../report/clock.ts";
import { nearestName } from "../settings/nearest_name.ts";
import { visible } from "../settings/raw.ts";

/** What other programs call the fields that have a meaning of their own. */
const MEANT = new Map([["text", "body"], ["date", "time"]]);

/** Remarks for a person on a filter or a time window that chose nothing, or not what it seems to, one line each. */
export function remarksOnChoice(ingestion: Ingestion, timeZone: string): string[] {
  const sources = ingestion.health();
  const whose = sources.length === 1 ? ` of ${visible(sources[0].name)}` : "";
  const { missing, known } = ingestion.choice.missingFields;
  const remarks = missing.map((field) => `--where: ${missingField(field, known, whose)}`);
  const outside = ingestion.outsideWindow;
  if (outside !== null) {
    const clock = new Clock(timeZone);
    const [first, last] = [outside.first, outside.last].map((time) => clock.dateTime(time));
    remarks.push(
      `no record${whose} is in the time asked for: they are from ${first} to ${last} ${clock.zone}`,
    );
  }
  return remarks;
}

/** What to say of a field that no record has; `known` are names that records have. */
export function missingField(field: string, known: readonly string[], whose = ""): string {
  const names = [...known, ...known.map((name) => name.slice(name.lastIndexOf(".") + 1)), ...SPECIAL_FIELDS];
  const meant = MEANT.get(field.toLowerCase()) ?? nearestName(field, names);
  const hint = meant === null ? "; is it spelt right?" : `; did you mean ${visible(meant)}?`;
  return `no record${whose} has a field "${visible(field)}"${hint}`;
}
