import type { CommonValue, PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { LONGEST_BURST } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import type { Precursor } from "./precursors.ts";

/** Patterns that came with the first one that are named. */
const COMPANY = 2;
/** Records that are as good as none. */
const HARDLY = 0.5;

/** What a finding is called, and what shows it. */
export function titleOf(
  candidate: Candidate,
  view: ActivityView,
  patterns: readonly PatternSummary[],
  sourceName: string | null,
  precursor: Precursor | null,
): { title: string; evidence: string } {
  const { title, evidence } = ownTitleOf(candidate, view, patterns, sourceName, precursor);
  if (candidate.kind === "dominant-value") return { title, evidence };
  const { alsoOn = [], common = [] } = candidate;
  const also = alsoOn.length === 0 ? "" : `; the same on ${listOf(alsoOn)}`;
  return { title, evidence: evidence + also + (candidate.alone === undefined ? inCommonWords(common) : "") };
}

function ownTitleOf(
  candidate: Candidate,
  view: ActivityView,
  patterns: readonly PatternSummary[],
  sourceName: string | null,
  precursor: Precursor | null,
): { title: string; evidence: string } {
  const { kind, count, expected, from, to } = candidate;
  const template = candidate.template ??
    patterns.find(({ id }) => id === candidate.patterns[0])?.template ?? "";
  const about = candidate.patterns.length > 0 ? template : sourceName ?? wholeOf(candidate);
  const length = lasting((to - from) * view.width);
  const times = expected > 0 ? count / expected : Infinity;
  const place = candidate.patterns.length > 0 && candidate.host !== null ? ` on ${candidate.host}` : "";
  switch (kind) {
    case "new-pattern":
      return {
        title: `New${candidate.badness >= 2 ? " error" : ""}: ${about}`,
        evidence: `${records(count)} in ${length}, none in the ${lasting(from * view.width)} before` +
          company(candidate, patterns) + announcement(precursor, view),
      };
    case "burst":
      return {
        title: `${to - from > view.buckets * LONGEST_BURST[2] ? "Far more" : "Burst"}: ${about}`,
        evidence: `${records(count)} in ${length}; ` +
          (expected < HARDLY ? "hardly any are usual" : `${figure(expected)} are usual (${ratio(times)})`) +
          company(candidate, patterns) + announcement(precursor, view),
      };
    case "drop":
      return {
        title: `Fewer records: ${about}`,
        evidence: `${records(count)} in ${length}; ${figure(expected)} are usual`,
      };
    case "vanished":
      return {
        title: `Vanished${place}: ${about}`,
        evidence: `nothing in the last ${length}; ${figure(expected)} records are usual in that time`,
      };
    case "gap":
      return {
        title: `Silent for ${length}${place}: ${about}`,
        evidence: `no record, where ${figure(expected)} are usual, then it went on`,
      };
    case "error-rate": {
      const share = candidate.inside ?? 0;
      const usual = share * expected / count;
      if (candidate.name !== undefined) {
        return {
          title: `${candidate.name} answers rose: ${sourceName ?? wholeOf(candidate)}`,
          evidence: `${percent(share)} of the answers in ${length} have a status ${
            candidate.name === "5xx" ? "of 500 or above" : "from 400 to 499"
          }, ${percent(usual)} are usual; mostly: ${template}`,
        };
      }
      const what = candidate.badness === 1 ? "warnings" : "errors";
      return {
        title: `${candidate.badness === 1 ? "Warnings" : "Errors"} rose: ${sourceName ?? wholeOf(candidate)}`,
        evidence: `${percent(share)} of the records in ${length} are ${what}, ${percent(usual)} are usual; ` +
          `${figure(count)} ${what}, mostly: ${template}${announcement(precursor, view)}`,
      };
    }
    case "shifted-number": {
      const { alone } = candidate;
      const inside = alone?.inside ?? candidate.inside ?? 0;
      const usually = alone?.usual ?? expected;
      const verb = `${inside > usually ? "rose" : "fell"}${candidate.trend ? " steadily" : ""}`;
      const [now, usual] = [inside, usually].map((value) => measure(value, candidate.unit));
      return {
        title: `${nameOf(candidate, template)} ${verb} ${candidate.trend ? `from ${usual} ` : ""}to ${now}${
          alone === undefined ? "" : ` with ${alone.text}`
        }: ${about}`,
        evidence:
          (candidate.trend
            ? `bit by bit over ${length}, ${ratioOf(inside, usually)}`
            : `typically ${now} for ${length}, ${usual} is usual (${ratioOf(inside, usually)})`) +
          (alone === undefined
            ? ""
            : `; ${percent(alone.share)} of ${figure(alone.records)} records that were looked at, ` +
              `the others ${measure(alone.others, candidate.unit)}`),
      };
    }
    case "dominant-value": {
      const values = candidate.common!;
      const parts = values.map(({ text, share, usual }, at) =>
        `${percent(share)}${at === 0 ? ` of the records in ${length}` : ""} have ${text}, ` +
        (usual === 0 ? "none usually" : `${percent(usual ?? 0)} usually`)
      );
      return {
        title: `Mostly ${values[0].text}: ${sourceName ?? wholeOf(candidate)}`,
        evidence: `${parts.join("; ")} (of ${figure(values[0].records)} that were looked at)`,
      };
    }
    case "source":
      return { title: about, evidence: "" };
  }
}

/** "; 97% with path=/checkout (3% of the others)" */
function inCommonWords(common: readonly CommonValue[]): string {
  const parts = common.map(({ text, share, usual }) =>
    `${percent(share)} with ${text}${
      usual === null ? "" : ` (${usual === 0 ? "none" : percent(usual)} of the others)`
    }`
  );
  return parts.length === 0 ? "" : `; ${parts.join(", ")}`;
}

/** "; with it: starting up (12 records)" */
function company({ also = [] }: Candidate, patterns: readonly PatternSummary[]): string {
  if (also.length === 0) return "";
  const told = also.slice(0, COMPANY).map(({ pattern, count }) =>
    `${patterns.find(({ id }) => id === pattern)?.template ?? ""} (${records(count)})`
  );
  const more = also.length > COMPANY ? ` and ${also.length - COMPANY} more` : "";
  return `; with it: ${told.join(", ")}${more}`;
}

/** "; 12 min before it: volume <num> is nearly full (4 records)" */
function announcement(precursor: Precursor | null, { width }: ActivityView): string {
  if (precursor === null) return "";
  const { pattern, ahead, count } = precursor;
  return `; ${lasting(ahead * width)} before it came: ${pattern.template} (${records(count)})`;
}

function records(count: number): string {
  return `${figure(count)} ${count === 1 ? "record" : "records"}`;
}

function wholeOf({ service, host, alsoOn = [] }: Candidate): string {
  const hosts = host === null ? "" : listOf([host, ...alsoOn]);
  if (service !== null) return host === null ? service : `${service} on ${hosts}`;
  return host === null ? "all records" : hosts;
}

/** "web-1, web-2 and web-3" */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** What a number is called: an attribute's key, the word before it in the body, or what it measures. */
function nameOf({ name = "", unit = "" }: Candidate, template: string): string {
  const place = /^number (\d+)$/.exec(name);
  if (place === null) return name;
  const what = { ms: "duration", bytes: "size", "%": "percentage" }[unit] ?? "number";
  const blanks = [...template.matchAll(/<(?:num|dur)>/g)];
  const blank = blanks[Number(place[1]) - 1];
  const word = blank === undefined || blanks.length === 1 && what !== "number"
    ? null
    : WORDS_AT_END.exec(template.slice(0, blank.index).replace(SMALL_WORDS, ""));
  if (word !== null) return word[1];
  // Durations are told apart from other numbers by what they are.
  const alike = unit === "ms" ? blanks.filter(([kind]) => kind === "<dur>") : blanks;
  const words = alike.length > 1 ? `${ORDINALS[alike.indexOf(blank)] ?? "another"} ${what}` : what;
  return words[0].toUpperCase() + words.slice(1);
}

/** The word or two that a number is of: what stands before it, without small words between. */
const WORDS_AT_END = /((?:[\p{L}_][\p{L}_.-]* )?[\p{L}_][\p{L}_.-]*)$/u;
const SMALL_WORDS = /(?:\s+(?:is|are|was|of|in|at|to|after|for|with|by|from|took))*[\s:=]*$/u;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

function ratioOf(inside: number, usual: number): string {
  const factor = inside / usual;
  if (!(factor > 0) || !Number.isFinite(factor)) return "another order of size";
  return factor >= 1 ? `${digits(factor)} times as much` : `${percent(factor)} of it`;
}

function digits(value: number): string {
  return value >= 10 ? figure(value) : value.toFixed(1);
}

function figure(value: number): string {
  const rounded = value >= 10 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(2));
  return rounded < 1000 ? String(rounded) : String(rounded).replace(/\B(?=(\d{3})+$)/g, ",");
}

function ratio(times: number): string {
  return `${digits(times)} times as many`;
}

function percent(share: number): string {
  return `${share * 100 >= 10 ? Math.round(share * 100) : Number((share * 100).toPrecision(2))}%`;
}

function measure(value: number, unit = ""): string {
  if (unit === "ms" && value >= 10_000) return lasting(value);
  if (unit === "bytes" && value >= 10_000) return bytes(value);
  const text = Math.abs(value) >= 100 ? figure(Math.round(value)) : String(Number(value.toPrecision(2)));
  return unit === "" ? text : unit === "%" ? `${text}%` : `${text} ${unit}`;
}

function bytes(value: number): string {
  const power = Math.min(4, Math.floor(Math.log10(value) / 3));
  return `${Number((value / 1000 ** power).toPrecision(3))} ${["bytes", "kB", "MB", "GB", "TB"][power]}`;
}

function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Number((seconds / 3600).toPrecision(2))} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
