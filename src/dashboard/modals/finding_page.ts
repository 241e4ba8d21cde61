import { findingLines } from "../finding_lines.ts";
import { findingNow, findingsIn, keyOfFinding, whereOfFinding } from "../findings.ts";
import { flowed } from "../flowed.ts";
import { span } from "../spans.ts";
import { type Modal, type State, summaryOf } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** One finding, with all that its line has no room for. */
export function findingPage(state: State, { seen }: Modal & { kind: "finding" }): Page {
  const width = pageWidth(state, 96);
  const summary = summaryOf(state);
  const finding = findingNow(state, seen);
  const all = findingsIn(state);
  const isMerged = finding !== null && keyOfFinding(finding) !== keyOfFinding(seen);
  const { keyOf } = state.info.keymap;
  // Of what is about no records there are none to list or to leave out.
  const ofRecords = (key: string, label: string): [string, string][] =>
    finding !== null && whereOfFinding(finding) !== null ? [[key, label]] : [];
  return {
    title: finding ? `Needs a look, ${all.indexOf(finding) + 1} of ${all.length}` : "Needs a look",
    lines: finding && summary
      ? [
        ...(isMerged
          ? flowed([span("What was told here is told with this by now", "warning")], width, "")
          : []),
        ...findingLines(finding, summary, width, state.zone === "utc"),
      ]
      : [],
    list: false,
    empty: "This needs no look any more",
    keys: keysLine(
      ...ofRecords("Enter", "lines"),
      [keyOf("goToTime"), "start"],
      ["n N", "others"],
      [keyOf("details"), "pattern"],
      [keyOf("acknowledge"), "acknowledge"],
      ...ofRecords(keyOf("without"), "exclude"),
      ["Esc", "back"],
    ),
    width,
  };
}
