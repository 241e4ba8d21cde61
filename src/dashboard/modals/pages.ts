import type { Modal, State } from "../state.ts";
import { analysisPage, chatPage, comparePage, modelsPage, sentPage } from "./ai_pages.ts";
import { changesPage } from "./changes_page.ts";
import { countsPage } from "./counts_page.ts";
import { entryPage } from "./entry_page.ts";
import { fieldsPage } from "./fields_page.ts";
import { findingPage } from "./finding_page.ts";
import { healthPage } from "./health_page.ts";
import { helpPage } from "./help_page.ts";
import {
  attributePage,
  bookmarksPage,
  columnsPage,
  filtersPage,
  noticesPage,
  panelsPage,
  severitiesPage,
  skinsPage,
} from "./list_pages.ts";
import type { Page } from "./page.ts";
import { patternPage } from "./pattern_page.ts";
import { statisticsPage } from "./statistics_page.ts";

/** What a modal shows now. */
export function pageOf(state: State, modal: Modal): Page {
  switch (modal.kind) {
    case "help":
      return helpPage(state);
    case "entry":
      return entryPage(state, modal);
    case "fields":
      return fieldsPage(state, modal);
    case "severities":
      return severitiesPage(state, modal);
    case "pattern":
      return patternPage(state, modal);
    case "finding":
      return findingPage(state, modal);
    case "attribute":
      return attributePage(state, modal.key);
    case "counts":
      return countsPage(state);
    case "statistics":
      return statisticsPage(state);
    case "health":
      return healthPage(state);
    case "notices":
      return noticesPage(state);
    case "filters":
      return filtersPage(state);
    case "columns":
      return columnsPage(state);
    case "changes":
      return changesPage(state);
    case "panels":
      return panelsPage(state);
    case "skins":
      return skinsPage(state);
    case "bookmarks":
      return bookmarksPage(state);
    case "analysis":
      return analysisPage(state, modal);
    case "chat":
      return chatPage(state);
    case "models":
      return modelsPage(state);
    case "compare":
      return comparePage(state, modal);
    case "sent":
      return sentPage(state, modal);
  }
}
