import { comparisonsIn } from "../query/comparisons.ts";
import { isOwnField } from "../query/match.ts";
import { missingField } from "../query/missing_field.ts";
import { comparesSizes, isComparable, unlikeUnits } from "../query/unlike_units.ts";
import { writtenOtherwise } from "../query/written_otherwise.ts";
import { parseQuery } from "../query/parse.ts";
import { isNameOf } from "../query/values.ts";
import { MOST_LISTED } from "../record/summary.ts";
import { bytes, grouped, minute, span as duration } from "./figures.ts";
import { covered, searching } from "./panels/filter_panel.ts";
import { inputName } from "./panels/header_panel.ts";
import { offersFiles } from "./update_log.ts";
import { type State, summaryOf } from "./state.ts";
import { whereOf } from "./where.ts";

/** How often the usual gap must pass before a silence is worth a word, and the least of it in milliseconds. */
const QUIET_GAPS = 20;
const QUIET_LEAST = 30_000;
/** A lag is told from so many milliseconds on; one of minutes is an old log rather than a lag, as is a slow stream. */
const BEHIND_LEAST = 2_000;
const BEHIND_MOST = 300_000;
const BEHIND_RATE = 1_000;

/** Why the log is empty, and what would fill it. */
export function emptyLogWords(state: State): string {
  const { log, phase, info } = state;
  if (state.failure !== null) return state.failure.message;
  if (summaryOf(state) !== null) {
    if (log.pending || log.asked !== null) return "Reading…";
    const active = state.filters.length > 0 && state.filtersOn;
    if (log.problem !== null) return log.problem;
    const more = offersFiles(state) ? ` · ${info.keymap.keyOf("whole")} searches the files` : "";
    return active
      ? `0 of ${covered(state)}${searching(state)}${missingWords(state)} · ${
        info.keymap.keyOf("toggleFilters")
      } filters off${more}`
      : "No records are held";
  }
  if (state.resetAt !== null) return forgottenWords(state, state.resetAt);
  if (phase !== "ended") return waitingWords(state);
  const follow = info.piped
    ? ""
    : ` · ${info.keymap.keyOf("follow")} follows ${info.inputs.length === 1 ? "it" : "them"}`;
  return `${emptyInput(state)} is empty${follow}`;
}

/** Why a filter may find nothing: no record has its field (it may be misspelt), its values have other units, others write it so. */
function missingWords(state: State): string {
  const attributes = summaryOf(state)?.attributes ?? [];
  const isKnown = (field: string) => isOwnField(field) || attributes.some(({ key }) => isNameOf(key, field));
  const query = parseQuery(whereOf(state));
  const comparisons = comparisonsIn(query);
  const missing = comparisons.find(({ field }) => !isKnown(field));
  if (missing !== undefined && attributes.length < MOST_LISTED) {
    return `: ${missingField(missing.field, attributes.map(({ key }) => key))}`;
  }
  for (const comparison of comparisons.filter(comparesSizes)) {
    const values = attributes.filter(({ key }) => isNameOf(key, comparison.field)).flatMap(({ values }) =>
      values
    );
    const numbers = values.filter(({ value }) => isComparable(comparison, value) !== null);
    if (numbers.length === 0 || numbers.some(({ value }) => isComparable(comparison, value))) continue;
    return `: ${unlikeUnits(comparison, numbers[0].value)}`;
  }
  return writtenOtherwise(query).map((remark) => `: ${remark}`)[0] ?? "";
}

function forgottenWords({ phase, info, zone }: State, at: number): string {
  const when = minute(at, zone === "utc");
  if (phase !== "ended") return `Counts were reset at ${when}; nothing since`;
  const again = info.piped ? "" : ` · ${info.keymap.keyOf("follow")} reads ${inputName(info)} again`;
  return `All counts were reset at ${when}${again}`;
}

function emptyInput({ info }: State): string {
  return info.inputs.length === 1 ? info.inputs[0] : `each of ${info.inputs.length} files`;
}

function waitingWords(state: State): string {
  const waited = duration(Math.max(0, state.now - state.startedAt));
  if (state.info.receives) return `Waiting for ${state.info.inputs.join(", ")}, ${waited}`;
  if (state.info.piped) {
    return `Waiting for standard input, ${waited}. Is the producer buffering? stdbuf -oL`;
  }
  return state.info.follow
    ? `Waiting for the first line of ${inputName(state.info)}, ${waited}`
    : `Opening ${inputName(state.info)}`;
}

/** The newest record is so old, in milliseconds, while a pipe brings more than can be read; 0 where that is not so. */
function lagOf({ phase, info, shown, now }: State): number {
  const end = shown?.summary.end ?? null;
  if (phase !== "reading" || !info.piped || end === null || (shown?.rate ?? 0) < BEHIND_RATE) return 0;
  const behind = now - end;
  return behind < BEHIND_MOST ? behind : 0;
}

/**
 * Milliseconds that usually are between two records, by their own times: what stood in a file before it was followed came all
 * at once. By receipt where they have none, or come at a slower pace than they tell.
 */
function usualGap({ latest, grewAt, startedAt }: State, records: number): number {
  const { start = null, end = null } = latest?.summary ?? {};
  const own = start === null || end === null ? 0 : end - start;
  return Math.max(own, grewAt - startedAt) / records;
}

/** One line on how things stand for the status line; "" when there is nothing to say. */
export function statusWords(state: State): { text: string; tone: "muted" | "warning" | "bad" | "accent" } {
  const records = state.latest?.summary.records ?? 0;
  const { keymap } = state.info;
  const utc = state.zone === "utc";
  if (state.phase === "gone") {
    return {
      text: `Reading stopped ${minute(state.phaseSince, utc)}; this screen is old · ${keymap.keyOf("quit")}`,
      tone: "bad",
    };
  }
  if (state.paused) {
    const grown = records - (state.shown?.summary.records ?? 0);
    return { text: `Paused +${grouped(grown)} · ${keymap.keyOf("pause")}`, tone: "warning" };
  }
  if (state.finding !== null && state.whole && state.log.searched < 1) {
    const share = Math.floor(state.log.searched * 100);
    return { text: `Searching the files ${share}% · ${keymap.keyOf("back")} ends it`, tone: "accent" };
  }
  if (state.finding !== null) return { text: `Searching · ${keymap.keyOf("back")} stops it`, tone: "accent" };
  if (!state.log.follow) {
    const grown = Math.max(0, records - state.log.leftAt);
    if (grown > 0) return { text: `Held +${grouped(grown)} · ${keymap.keyOf("last")}`, tone: "accent" };
  }
  const lost = state.shown?.summary.sources.filter(({ state }) => state === "lost" || state === "failed") ??
    [];
  if (lost.length > 0) {
    const others = (state.shown?.summary.sources.length ?? 0) - lost.length;
    const [{ name, state: how }] = lost;
    const text = `${name}${lost.length > 1 ? ` and ${lost.length - 1} more` : ""} ${how}` +
      (how === "lost" ? ", trying again" : "");
    return {
      text: others > 0 ? `${text}; ${others} ${others === 1 ? "other" : "others"} live` : text,
      tone: "bad",
    };
  }
  if (state.phase === "following" && records > 0) {
    const silence = state.now - state.grewAt;
    const usual = usualGap(state, records);
    if (silence > QUIET_LEAST && silence > usual * QUIET_GAPS) {
      return {
        text: `No record for ${duration(silence)}; the usual gap is ${duration(usual)}`,
        tone: "muted",
      };
    }
  }
  const behind = lagOf(state);
  if (behind >= BEHIND_LEAST) {
    return { text: `${duration(behind)} behind, nothing lost; the producer waits`, tone: "warning" };
  }
  if (state.phase === "ended" && state.grewBy > 0) {
    const name = state.info.inputs.length === 1 ? "the file" : "the files";
    return {
      text: `Ended ${minute(state.phaseSince, utc)} · ${name} grew by ${bytes(state.grewBy)} since · ` +
        `${keymap.keyOf("follow")} follows ${state.info.inputs.length === 1 ? "it" : "them"}`,
      tone: "accent",
    };
  }
  // The line of the filters says what these were looked for in.
  const isFiltered = state.filtersOn && state.filters.length > 0;
  if (state.phase === "ended" && (state.shown?.letGo ?? 0) > 0 && !state.whole && !isFiltered) {
    const kept = `The newest ${grouped(state.shown?.held ?? 0)} of ${grouped(records)} records`;
    const more = state.info.piped || state.wholeRefused
      ? "-b raises it"
      : `${keymap.keyOf("whole")} lists all`;
    return { text: `${kept} · ${more}`, tone: "muted" };
  }
  if (state.phase === "ended" && records === 0 && state.resetAt === null) {
    return { text: "Ended: nothing was read", tone: "muted" };
  }
  if (records > 0 && state.latest?.summary.start === null) {
    return { text: `No times found: receipt times are shown · ${keymap.keyOf("health")} why`, tone: "muted" };
  }
  return { text: "", tone: "muted" };
}
