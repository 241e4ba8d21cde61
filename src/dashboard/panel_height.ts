import { inside, layoutOf } from "./layout.ts";
import { wordsShown } from "./panels/words_panel.ts";
import type { PanelName, State } from "./state.ts";

/** Rows that a panel shows; one where it has a line only, and no frame. */
export function panelHeight(state: State, name: PanelName): number {
  const layout = layoutOf(state);
  const area = layout.panels.find((panel) => panel.name === name)?.area;
  if (!area) return name === "findings" && layout.findings ? layout.findings.height : 1;
  return name === "words" ? Math.max(1, wordsShown(inside(area))) : Math.max(1, inside(area).height);
}
