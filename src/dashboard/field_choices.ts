import type { Row } from "../engine/messages.ts";
import { textOfValue } from "../record/log_record.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import { matcherOf } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import { printEquals } from "../query/print.ts";

/** Something of a record that others may have too, and the filter for those. */
export interface FieldChoice {
  name: string;
  value: string;
  filter: string;
}

/** Longer values are hardly another record's. */
const MOST_CHARACTERS = 200;

/** What the records that are looked for may share with this one: its pattern, where it is from, its attributes. */
export function fieldChoices(row: Row, template: string | null): FieldChoice[] {
  const { record } = row;
  const named: [string, string | null][] = [
    ["severity", SEVERITY_RANKS[severityRank(record.severity)]],
    ["service", record.service],
    ["host", record.host],
    ["source", row.sourceName],
    ["trace", record.traceId],
    ["span", record.spanId],
  ];
  const attributes = [...record.attributes].flatMap(([key, value]): [string, string | null][] =>
    value === null || (typeof value === "object" && "json" in value) ? [] : [[key, textOfValue(value)]]
  );
  const pattern = row.pattern === null
    ? []
    : [{ name: "pattern", value: template ?? String(row.pattern), filter: `pattern=${row.pattern}` }];
  const others = [...named, ...attributes].flatMap(([name, value]) => {
    if (value === null || value === "" || value.length > MOST_CHARACTERS) return [];
    const filter = printEquals(name, value);
    return finds(filter, row) ? [{ name, value, filter }] : [];
  });
  return [...pattern, ...others];
}

/** Whether a filter is one that the record itself passes: a name or a value may be read otherwise. */
function finds(filter: string, { record, sourceName, format, pattern }: Row): boolean {
  try {
    const matches = matcherOf(parseQuery(filter), {
      reference: record.received,
      offsetAt: () => 0,
      sourceName: () => sourceName,
      formatName: () => format,
      patternOf: () => pattern,
    });
    return matches(record);
  } catch {
    return false;
  }
}
