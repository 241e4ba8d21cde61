import { comparisonsIn } from "../query/comparisons.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import { type Kind, ofText, ValueError } from "../settings/kind.ts";

/** A filter that records are chosen by before they are counted: there are no patterns yet that it could ask for. */
function filter(): Kind<string> {
  const facts = {
    placeholder: "<filter>",
    allowed: "a filter, such as severity>=warn",
    mayBeginWithHyphen: true,
  } as const;
  return ofText(facts, (text) => {
    try {
      const asked = comparisonsIn(parseQuery(text));
      if (!asked.some(({ field }) => field.toLowerCase() === "pattern")) return text;
    } catch (error) {
      throw error instanceof QueryError ? new ValueError(error.message) : error;
    }
    throw new ValueError("cannot filter by pattern: patterns are only known once the records are chosen");
  });
}

/** The option of commands that can leave records out. */
export const whereOption = {
  where: { kind: filter(), help: "only records that match this filter (see docs/dashboard.md)" },
};
