import { boolean, path } from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** How this run goes. */
export const RUN_SETTINGS = {
  "config": {
    group: "run",
    kind: path(),
    default: null,
    defaultMeans: "config.yml in weir's configuration folder",
    flag: "--config",
    family: null,
    inFile: false,
    help: "configuration file (YAML)",
  },
  "test-mode": {
    group: "run",
    kind: boolean(),
    default: false,
    flag: "--test-mode",
    short: "-t",
    help: "run the dashboard without a terminal, for automated tests",
  },
} satisfies Record<string, Setting>;
