import { isOwnField } from "./match.ts";
import type { Query } from "./query.ts";
import { conventionalNamesOf } from "./values.ts";

const LABELLED = /^([\p{L}_@][\p{L}\p{N}_.@-]*):(?!\/)(.+)$/u;

/** Of a filter that finds nothing: what other programs' filters would mean by its parts, and how that is written here. */
export function writtenOtherwise(query: Query): string[] {
  switch (query.kind) {
    case "all":
    case "any":
      return query.parts.flatMap(writtenOtherwise);
    case "text": {
      if (query.text === "|") return ['"|" is looked for as text: or stands between alternatives'];
      const [, field, value] = LABELLED.exec(query.text) ?? [];
      if (field === undefined || !isOwnField(field) && conventionalNamesOf(field).length === 0) return [];
      return [`"${query.text}" is looked for as text: ${field}=${value} asks for the field`];
    }
    case "field": {
      const { field, operator, value, quoted } = query;
      if (operator !== "=" || quoted || !/^[^,]+(,[^,]+)+$/.test(value)) return [];
      const either = value.split(",").map((one) => `${field}=${one}`).join(" or ");
      return [`${field}=${value} asks for one value: ${either}`];
    }
    default:
      return [];
  }
}
