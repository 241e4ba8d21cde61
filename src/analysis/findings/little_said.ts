import type { Candidate } from "./candidate.ts";
import { isTold } from "./telling.ts";
import type { Texts } from "./texts.ts";

/** Characters of a pattern that is not the title's. */
const BRIEF = 100;
/** Share of a finding's records that have what its title says they have. */
export const MOSTLY = 0.6;

/** Words that say that something failed, but neither what nor why. */
const SAYS_LITTLE =
  /^(?:(?:an?|the|http|https|api|rpc|grpc|request|requests|response|call|operation|server|internal|unhandled|uncaught|caught|unexpected|error|errors|errored|exception|failed|failure|failing|occurred|completed|finished|aborted|with|while|processing|handling|on|at|by|during|in|of|for|to|is|was|has|get|head|post|put|patch|delete|<\w+>|[\d\W]+)[\s:,.!]*)+$/i;

/** What stands above a trace, by itself. */
const ABOVE_TRACE = /^(?:traceback \(most recent call last\)|call trace|stack ?trace|backtrace):?$/i;

/** Whether a pattern says neither what failed nor why. */
export function saysLittle(template: string): boolean {
  return SAYS_LITTLE.test(template) || ABOVE_TRACE.test(template);
}

/** Characters of what may leave open why; those who say it write it behind a colon. */
const SHORT = 40;

/** Whether a pattern says that something failed, but not why. */
function leavesOpen(template: string): boolean {
  return SAYS_LITTLE.test(template) || template.length <= SHORT && !template.includes(":");
}

/** ", with: the provider answered 429", where what is new says little: "request failed". */
export function withFirst({ patterns: [pattern], also: [first] = [] }: Candidate, texts: Texts): string {
  if (first === undefined || !SAYS_LITTLE.test(texts.templateOf(pattern))) return "";
  return SAYS_LITTLE.test(texts.templateOf(first.pattern)) ? "" : `, with: ${texts.saidBy(first.pattern)}`;
}

/** What most of the records say of what went wrong, where their pattern says little: "certificate has expired". */
export function withCause(
  { patterns: [pattern], cause }: Pick<Candidate, "patterns" | "cause">,
  texts: Texts,
  shown: (cause: string) => string,
): string {
  if (cause === undefined || cause.share < MOSTLY || !leavesOpen(texts.templateOf(pattern))) return "";
  if (isTold(cause.value, texts.templateOf(pattern))) return "";
  return shown(brief(cause.value));
}

/** What is said besides the title, cut where it is long. */
export function brief(text: string, most = BRIEF): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
