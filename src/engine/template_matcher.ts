import { type LogRecord, textOfValue } from "../record/log_record.ts";

const known = new Map<string, RegExp>();
const MAX_KNOWN = 200;

/** Whether the first line of a record's body is like a pattern's template: its constants, with something between them. */
export function templateMatcher(template: string): (record: LogRecord) => boolean {
  let expression = known.get(template);
  if (!expression) {
    if (known.size > MAX_KNOWN) known.clear();
    known.set(template, expression = expressionOf(template));
  }
  const test = expression;
  return ({ body }) => {
    if (body === null) return false;
    const text = typeof body === "string" ? body : textOfValue(body);
    return test.test(text.split("\n", 1)[0].trim());
  };
}

function expressionOf(template: string): RegExp {
  const parts = template.trim().split(/<[a-z*_]+>/).map((part) =>
    part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
  );
  return new RegExp(`^${parts.join(".+?")}$`);
}
