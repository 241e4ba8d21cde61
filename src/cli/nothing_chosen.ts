import type { Ingestion } from "../engine/ingestion.ts";
import { missingField } from "../query/missing_field.ts";
import { Clock } from "../report/clock.ts";
import { visible } from "../settings/raw.ts";

/** Remarks for a person on a filter or a time window that chose nothing, or not what it seems to, one line each. */
export function remarksOnChoice(ingestion: Ingestion, timeZone: string): string[] {
  const sources = ingestion.health();
  const whose = sources.length === 1 ? ` of ${visible(sources[0].name)}` : "";
  const { missing, known, unlike } = ingestion.choice.missingFields;
  const remarks = missing.map((field) => `--where: ${visible(missingField(field, known, whose))}`);
  for (const reason of unlike) remarks.push(`--where: ${visible(reason)}`);
  const outside = ingestion.outsideWindow;
  if (outside !== null) {
    const clock = new Clock(timeZone);
    const [first, last] = [outside.first, outside.last].map((time) => clock.dateTime(time));
    remarks.push(
      `no record${whose} is in the given time range: its records are from ${first} to ${last} ${clock.zone}`,
    );
  }
  return remarks;
}
