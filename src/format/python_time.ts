/** Python's times: numbers, perhaps UTC, an offset in seconds. */
const DATETIME =
  /^datetime\.datetime\((\d+(?:, \d+){2,6})(?:, tzinfo=(?:datetime\.timezone\.utc|datetime\.timezone\(datetime\.timedelta\(seconds=(\d+)\)\))())?\)$/;

/** Python's `datetime.datetime(2026, 11, 20, 8, 0, 1, 123456)` in ISO 8601; null if it is another value. */
export function isoOfPython(call: string): string | null {
  const found = DATETIME.exec(call);
  if (found === null) return null;
  const [year, month, day, hour = "0", minute = "0", second = "0", micros = "0"] = found[1].split(", ");
  const two = (part: string) => part.padStart(2, "0");
  const minutes = Number(found[2] ?? 0) / 60;
  const zone = found[3] === undefined
    ? ""
    : `+${two(String(Math.floor(minutes / 60)))}:${two(String(minutes % 60))}`;
  const clock = `${two(hour)}:${two(minute)}:${two(second)}.${micros.padStart(6, "0")}`;
  return `${year}-${two(month)}-${two(day)}T${clock}${zone}`;
}
