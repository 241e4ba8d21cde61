import project from "../../deno.json" with { type: "json" };
import type { EngineFailure } from "../engine/messages.ts";
import { UserError } from "../record/user_error.ts";
import type { Settings } from "../settings/settings.ts";
import { STDIN_NAMES } from "../source/named_files.ts";
import { defineCommand } from "./command.ts";
import type { Window } from "./engine_settings.ts";
import { windowOptions } from "./moment.ts";
import { print, tell } from "./output.ts";

export const command = defineCommand({
  description: "If standard output is not a terminal, it prints the report instead.",
  options: { ...windowOptions },
  examples: [
    { line: "weir app.log", does: "a file" },
    { line: "weir --follow '/var/log/*.log'", does: "follow files as they grow, including new ones" },
    { line: "kubectl logs -f deploy/api | weir", does: "what a program prints" },
    { line: "weir --since 15m app.log", does: "its last quarter of an hour" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    await needInput(resolved);
    return await show(resolved, options, null);
  },
});

/**
 * Shows what the settings name: on the screen, without one as a report or, in test mode, as the last frame's
 * figures. `report` is the command for the report that the last line names, null for the usual one.
 */
export async function show(settings: Settings, window: Window, report: string | null): Promise<number> {
  if (settings.get("test-mode")) return await runWithoutTerminal(settings, window);
  if (!await hasTerminal()) return await printReport(() => Promise.resolve(settings), window);
  return await runInTerminal(settings, window, report);
}

/** Whether there is a screen that can be drawn on and something to type on. */
async function hasTerminal(): Promise<boolean> {
  if (!Deno.stdout.isTerminal()) return false;
  // Of editors' shells and of consoles that only print what comes.
  if (Deno.env.get("TERM") === "dumb") {
    tell("This terminal cannot show the dashboard (TERM=dumb); printing the report instead");
    return false;
  }
  const { hasKeys } = await import("../terminal/tty.ts");
  if (hasKeys()) return true;
  tell(
    "The dashboard cannot read keys here (/dev/tty cannot be opened); printing the report instead",
  );
  return false;
}

/** What both ways of running share. */
async function prepared(settings: Settings, window: Window) {
  const [{ engineSettings }, { startEngine }, { installedSkins }, { Looks }, { keymapOf }] = await Promise
    .all([
      import("./engine_settings.ts"),
      import("./engine_link.ts"),
      import("./installed_skins.ts"),
      import("./looks.ts"),
      import("./dashboard_settings.ts"),
    ]);
  const engine = engineSettings(settings, window);
  const { files, receiver } = engine;
  const receives = receiver === null
    ? null
    : `OTLP on ${receiver.hosts[0]}:${receiver.grpcPort} and :${receiver.httpPort}`;
  const installed = installedSkins(settings.folder);
  return {
    link: startEngine(engine),
    installed,
    looks: await Looks.load(installed, settings.get("skin")),
    info: {
      version: project.version,
      inputs: [
        ...files.map((file) => file === "-" ? "standard input" : file),
        ...receives === null ? [] : [receives],
      ],
      receives,
      piped: files.every((file) => file === "-"),
      follow: settings.get("follow"),
      logBuffer: settings.get("log-buffer"),
      timeZone: settings.get("time-zone"),
      skins: installed.map(({ name }) => name),
      keymap: keymapOf(settings),
    },
    interval: settings.get("update-interval"),
    skin: settings.get("skin"),
  };
}

async function runInTerminal(settings: Settings, window: Window, report: string | null): Promise<number> {
  if (Deno.stdin.isTerminal() && settings.get("files").some((file) => STDIN_NAMES.has(file))) {
    throw new UserError(
      "Standard input is this terminal, from which the dashboard reads keys: pipe the log in, or name a file",
    );
  }
  const { runDashboard } = await import("../dashboard/run.ts");
  const { farewell } = await import("../dashboard/closing_words.ts");
  const { Memory } = await import("./remembered.ts");
  const { withAi } = await import("./ai_link.ts");
  const { link: engine, looks, installed, ...options } = await prepared(settings, window);
  const { link, ai } = withAi(engine, settings);
  const memory = new Memory();
  const problems: string[] = [];
  const remembered = memory.read((problem) => problems.push(problem));
  const ended = runDashboard({
    ...options,
    link,
    ai,
    lookOf: (skin, ascii) => looks.of(skin, ascii),
    environment: (name) => Deno.env.get(name),
    mouse: settings.get("mouse"),
    remembered,
    remember(remembered) {
      try {
        memory.write(remembered);
      } catch (error) {
        console.warn(error instanceof Error ? error.message : error);
      }
    },
  });
  // While the screen is up what is printed becomes a notice.
  for (const problem of problems) console.warn(problem);
  void looks.loadOthers(installed, (message) => console.warn(message));
  const { state, signal } = await ended;
  const { since, until } = window;
  const chosen = [
    since?.text && `--since=${since.text}`,
    until?.text && `--until=${until.text}`,
    // Variables and the configuration hold for the report as well.
    ...(["format", "time-zone", "config"] as const).map((name) =>
      settings.origin(name).kind === "flag" && `--${name}=${settings.get(name)}`
    ),
  ];
  const line = `${farewell(state, report, chosen.filter((option) => typeof option === "string"))}\n`;
  await print(line).catch((error) => {
    // The terminal was closed: nobody reads it.
    if (signal !== "SIGHUP") throw error;
  });
  return statusOf(state.failure);
}

async function runWithoutTerminal(settings: Settings, window: Window): Promise<number> {
  const { runHeadless } = await import("../dashboard/headless.ts");
  const { figuresOf } = await import("../dashboard/closing_words.ts");
  const { stopOnSignals } = await import("./signals.ts");
  // Who stops it while it starts gets its figures too.
  const { signal, release } = stopOnSignals();
  const { link, looks, info, interval, skin } = await prepared(settings, window);
  const look = looks.of(skin, false);
  const { state, frames } = await runHeadless({
    info: { ...info, colored: true },
    link,
    interval,
    skin,
    look,
    signal,
  });
  release();
  await print(figuresOf(state, frames));
  return statusOf(state.failure);
}

/** The exit status. Throws what stopped the engine, to be said on the restored terminal. */
function statusOf(failure: EngineFailure | null): number {
  if (failure !== null) throw new UserError(failure.message, failure.exitCode);
  return 0;
}

async function printReport(settings: () => Promise<Settings>, window: Window): Promise<number> {
  const { commandNamed } = await import("./registry.ts");
  const { readOptions } = await import("./options.ts");
  const report = await commandNamed("report")?.load();
  if (!report) throw new RangeError("There is no report");
  const options = { ...readOptions(report.command.options, new Map()), ...window };
  return await report.command.run({ options, operands: [], settings });
}
