/** How a record of Configuration Manager's and Intune's logs begins, and how it ends. */
export const CMTRACE = ["<![LOG[", '">'];

const RECORD =
  /^<!\[LOG\[([\s\S]*)\]LOG\]!><time="(\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d+)?" date="(\d+)-(\d+)-(\d{4})" component="([^"]*)" context="([^"]*)" type="(\d)" thread="(\d+)" file="([^"]*?)(?::(\d+))?">$/;
const SEVERITIES: Record<string, string> = { 1: "INFO", 2: "WARN", 3: "ERROR" };
const HOUR = 60;

/**
 * JSON of a record that CMTrace shows: `<![LOG[message]LOG]!><time="08:00:01.123+000" date="11-20-2026" component="…" context=""
 * type="1" thread="42" file="agent.cpp:12">`; null if the text is none. The number behind the time are the minutes that UTC is ahead.
 */
export function jsonOfCmtrace(text: string): string | null {
  const match = RECORD.exec(text);
  if (match === null) return null;
  const [, message, time, bias, month, day, year, component, context, type, thread, file, line] = match;
  const ahead = bias === undefined ? "" : zoneOf(-Number(bias));
  return JSON.stringify({
    timestamp: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time}${ahead}`,
    level: SEVERITIES[type],
    message,
    "otel.scope.name": component,
    ...(context === "" ? {} : { "log.context": context }),
    "thread.id": Number(thread),
    ...(file === "" ? {} : { "code.file.path": file }),
    ...(line === undefined ? {} : { "code.line.number": Number(line) }),
  });
}

/** `+01:00` */
function zoneOf(minutes: number): string {
  const size = Math.abs(minutes);
  const part = (number: number) => String(number).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${part(Math.floor(size / HOUR))}:${part(size % HOUR)}`;
}
