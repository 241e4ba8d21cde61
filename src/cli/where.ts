import { comparisonsIn } from "../query/comparisons.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import { type Kind, textOf, ValueError } from "../settings/kind.ts";

/** A filter that records are chosen by before they are counted: there are no patterns yet that it could ask for. */
function filter(): Kind<string> {
  const allowed = "a filter, such as severity>=warn";
  return {
    placeholder: "<filter>",
    allowed,
    mayBeginWithHyphen: true,
    read(raw) {
      const text = textOf(raw, allowed);
      try {
        const asked = comparisonsIn(parseQuery(text));
        if (asked.some(({ field }) => field.toLowerCase() === "pattern")) {
          throw new ValueError(
            "cannot filter by pattern: patterns are only known once the records are chosen",
          );
        }
      } catch (error) {
        throw error instanceof QueryError ? new ValueError(error.message) : error;
      }
      return text;
    },
    show: (value) => value,
  };
}

/** The option of commands that can leave records out. */
export const whereOption = {
  where: { kind: filter(), help: "only records that match this filter (see docs/dashboard.md)" },
};
