import { combineFilters } from "../query/combine.ts";
import type { State } from "./state.ts";

/** The filter text that the list, its searches and the charts are asked with; "" without one. */
export function whereOf(state: State): string {
  return state.filtersOn ? combineFilters(state.filters.map(({ text }) => text)) : "";
}
