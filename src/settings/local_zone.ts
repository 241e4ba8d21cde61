import { quote } from "./raw.ts";
import type { Environment } from "./variables.ts";

/** The names that machines without a zone of their own have most; asking the runtime takes as long as starting it. */
const NAMES_OF_UTC = /^(?:etc\/)?(?:utc|gmt|zulu|universal)$/i;
/** What a rule of POSIX begins with, `CET-1CEST`: a name, and hours west of UTC. */
const RULE = /^(?:[A-Za-z]{3,}|<[^>]+>)([+-]?\d{1,2})/;

/** A remark where TZ asks for a zone that the runtime does not know, and takes for UTC; null where it asks for none such. */
export function localZoneRemark(environment: Environment): string | null {
  const zone = environment("TZ") ?? "";
  const name = zone.replace(/^:/, "");
  if (name === "" || name.startsWith("/")) return null;
  if ([0, 6].some((month) => new Date(2026, month, 1).getTimezoneOffset() !== 0)) return null;
  const hours = RULE.exec(name)?.[1];
  if (hours === undefined ? isUtc(name) : Number(hours) === 0) return null;
  return `TZ is ${
    quote(zone)
  }, an unknown time zone: local times are shown in UTC; choose a zone with --time-zone`;
}

/** Whether a zone is known and has the time of UTC; one that is written otherwise than the system has it is known by name alone. */
function isUtc(name: string): boolean {
  if (NAMES_OF_UTC.test(name)) return true;
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    return [0, 6].every((month) => format.format(new Date(2026, month, 1)).endsWith("GMT"));
  } catch {
    return false;
  }
}
