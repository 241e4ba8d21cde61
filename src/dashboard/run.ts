import { clearImmediate, setImmediate } from "node:timers";
import type { AiMessage, AiRequest } from "../ai/protocol.ts";
import type { EngineMessage, EngineRequest } from "../engine/messages.ts";
import { writeFailure } from "../record/write_failure.ts";
import { CellBuffer } from "../terminal/buffer.ts";
import type { Environment } from "../terminal/color.ts";
import type { Input, MouseInput } from "../terminal/keys.ts";
import { Screen } from "../terminal/screen.ts";
import { Tty } from "../terminal/tty.ts";
import { draw } from "./draw.ts";
import { openFindings } from "./findings.ts";
import type { Look } from "./look.ts";
import type { Command, Message } from "./message.ts";
import { inputName } from "./panels/header_panel.ts";
import { rehearse } from "./rehearsal.ts";
import { initialState } from "./initial_state.ts";
import { type Remembered, rememberedOf, type RunInfo, type State } from "./state.ts";
import { update } from "./update.ts";

/** What is written when it has changed. */
const REMEMBERED = ["columns", "hidden", "zoomed", "saved"] as const;
/** Milliseconds between two frames at the least. */
const FRAME_MS = 16;
/** Milliseconds between two ticks of the clock that the screen shows. */
const TICK_MS = 500;
/** Milliseconds between two steps of the rehearsal, and after a key until the next. */
const REHEARSAL_MS = 4;
const KEY_REST_MS = 250;
/** Two presses of the mouse on one cell within this time are a double click. */
const DOUBLE_CLICK_MS = 400;

/** The engine, wherever it runs. */
export interface EngineLink {
  post(request: EngineRequest): void;
  /** Whoever is told; called once. */
  listen(told: (message: EngineMessage) => void): void;
  /** Reads anew from the beginning, and follows the files from then on. */
  follow(): void;
}

/** The models, wherever they are asked. */
export interface AiLink {
  post(request: AiRequest): void;
  /** Whoever is told; called once. */
  listen(told: (message: AiMessage) => void): void;
}

export interface DashboardOptions {
  info: Omit<RunInfo, "colored">;
  link: EngineLink;
  ai: AiLink;
  interval: number;
  skin: string;
  /** The look of a skin with the terminal's signs and colours. */
  lookOf(skin: string, ascii: boolean): Look;
  environment: Environment;
  mouse: boolean;
  /** What an earlier run remembered, null for nothing. */
  remembered: Remembered | null;
  /** Called when what is to be remembered has changed. */
  remember(remembered: Remembered): void;
}

/** How it ended: the last state, and the signal if one ended it. */
export interface DashboardEnd {
  state: State;
  signal: Deno.Signal | null;
}

/** Runs the dashboard in the terminal until the person leaves or a signal ends it. */
export function runDashboard(options: DashboardOptions): Promise<DashboardEnd> {
  return new Promise((resolve) => new Loop(options, resolve));
}

/** Where messages become states, states frames, and commands deeds. */
class Loop {
  readonly #options: DashboardOptions;
  readonly #resolve: (end: DashboardEnd) => void;
  readonly #tty: Tty;
  readonly #screen: Screen;
  readonly #buffer: CellBuffer;
  readonly #ticks: ReturnType<typeof setInterval>;
  readonly #looks = new Map<string, Look>();
  #state: State;
  #frame: ReturnType<typeof setTimeout> | undefined;
  /** A frame for a person: it waits for what else is there already, and for no timer. */
  #urgent: ReturnType<typeof setImmediate> | undefined;
  #rehearsal: ReturnType<typeof setTimeout> | undefined;
  #pressedAt = -Infinity;
  #drawnAt = 0;
  #title = "";
  #clicked = { x: -1, y: -1, at: 0 };
  #ended = false;
  /** Bytes that the files had when they had been read. */
  #endSizes = Infinity;

  constructor(options: DashboardOptions, resolve: (end: DashboardEnd) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#tty = new Tty({ mouse: options.mouse, environment: options.environment }, {
      input: (input) => this.#input(input),
      resize: (width, height) => this.#dispatch({ kind: "resize", width, height }),
      redraw: () => this.#redraw(),
      end: (signal) => this.#end(signal),
      printed: (text) => this.#dispatch({ kind: "done", text, level: "warn" }),
    });
    const { color } = this.#tty.capabilities;
    this.#screen = new Screen((bytes) => this.#tty.write(bytes), this.#tty.capabilities);
    const size = this.#tty.size();
    this.#buffer = new CellBuffer(size.width, size.height);
    this.#state = initialState({ ...options.info, colored: color !== "none" }, {
      ...size,
      now: Date.now(),
      interval: options.interval,
      skin: options.skin,
      remembered: options.remembered,
    });
    options.ai.listen((message) => {
      if (message.kind === "loaded") this.#redraw();
      else this.#dispatch({ kind: "ai", message });
    });
    options.link.listen((message) => {
      if (message.kind === "loaded") this.#redraw();
      else this.#dispatch({ kind: "engine", message });
    });
    this.#ticks = setInterval(() => {
      this.#dispatch({ kind: "tick", now: Date.now() });
      this.#lookForMore();
    }, TICK_MS);
    this.#draw();
    // The engine is still being loaded, in another thread.
    this.#rehearse(rehearse(this.#state, this.#look(), this.#tty.capabilities));
  }

  #input(input: Input): void {
    switch (input.kind) {
      case "key":
        return this.#dispatch({ kind: "key", key: input.key, text: input.text });
      case "paste":
        return this.#dispatch({ kind: "paste", text: input.text });
      case "focus":
        return this.#dispatch({ kind: "focus", focused: input.focused });
      case "mouse":
        return this.#mouse(input);
    }
  }

  #mouse({ action, button, x, y }: MouseInput): void {
    if (action === "wheelup") return this.#dispatch({ kind: "mouse", action: "wheelUp", x, y });
    if (action === "wheeldown") return this.#dispatch({ kind: "mouse", action: "wheelDown", x, y });
    if (action !== "press" || button !== "left") return;
    const before = this.#clicked;
    const double = before.x === x && before.y === y && Date.now() - before.at < DOUBLE_CLICK_MS;
    this.#clicked = { x, y, at: double ? 0 : Date.now() };
    this.#dispatch({ kind: "mouse", action: double ? "double" : "click", x, y });
  }

  #dispatch(message: Message): void {
    if (this.#ended) return;
    const clocked = message.kind === "tick" ? this.#state : { ...this.#state, now: Date.now() };
    const [state, commands] = update(clocked, message);
    const { phase } = this.#state;
    const before = rememberedOf(this.#state);
    const now = rememberedOf(state);
    this.#state = state;
    if (state.phase === "ended" && phase !== "ended") this.#endSizes = this.#sizes();
    if (REMEMBERED.some((name) => now[name] !== before[name])) this.#options.remember(now);
    for (const command of commands) this.#do(command);
    const urgent = message.kind === "key" || message.kind === "mouse";
    if (urgent) this.#pressedAt = performance.now();
    this.#schedule(urgent);
  }

  #do(command: Command): void {
    switch (command.kind) {
      case "post":
        return this.#options.link.post(command.request);
      case "ai":
        return this.#options.ai.post(command.request);
      case "follow":
        return this.#options.link.follow();
      case "save":
        return this.#save(command.name, command.text);
      case "copy": {
        const sent = this.#tty.copy(command.text);
        const text = sent
          ? `${command.what} was sent to the terminal's clipboard`
          : "Too long for the clipboard";
        return this.#dispatch({ kind: "done", text, level: sent ? "info" : "warn" });
      }
      case "suspend": {
        const refused = this.#tty.suspend();
        if (refused !== undefined) this.#dispatch({ kind: "done", text: refused, level: "warn" });
        return;
      }
      case "quit":
        return this.#end(null);
      default:
        return command satisfies never;
    }
  }

  #save(name: string, text: string): void {
    try {
      Deno.writeTextFileSync(name, text, { createNew: true });
      this.#dispatch({ kind: "done", text: `Saved as ${name}`, level: "info" });
    } catch (error) {
      this.#dispatch({ kind: "done", text: `Cannot save ${name}: ${writeFailure(error)}`, level: "error" });
    }
  }

  /** Draws when the last frame is old enough, so that many messages make one frame; for a person at once. */
  #schedule(urgent = false): void {
    if (this.#ended || this.#urgent !== undefined) return;
    if (urgent) {
      this.#urgent = setImmediate(() => this.#draw());
    } else {
      this.#frame ??= setTimeout(
        () => this.#draw(),
        Math.max(0, this.#drawnAt + FRAME_MS - performance.now()),
      );
    }
  }

  /** Draws the screen from nothing: others have written on it. */
  #redraw(): void {
    this.#screen.invalidate();
    this.#schedule();
  }

  /** Goes through a rehearsal step by step, while the person does nothing. */
  #rehearse(steps: Generator<void, void, void>): void {
    this.#rehearsal = setTimeout(() => {
      const resting = performance.now() - this.#pressedAt > KEY_REST_MS;
      if (!resting || !steps.next().done) this.#rehearse(steps);
    }, REHEARSAL_MS);
  }

  #sizes(): number {
    return (this.#state.latest?.summary.sources ?? []).reduce((sum, { name }) => sum + sizeOf(name), 0);
  }

  /** Whether files have grown since they were read to their ends. */
  #lookForMore(): void {
    const { phase, info } = this.#state;
    if (phase !== "ended" || info.piped || info.follow || this.#ended) return;
    const size = this.#sizes();
    if (size > this.#endSizes) this.#dispatch({ kind: "grew", bytes: size - this.#endSizes });
  }

  #draw(): void {
    clearTimeout(this.#frame);
    clearImmediate(this.#urgent);
    this.#frame = this.#urgent = undefined;
    if (this.#ended) return;
    draw(this.#state, this.#buffer, this.#look());
    this.#screen.draw(this.#buffer);
    this.#drawnAt = performance.now();
    const title = titleOf(this.#state);
    if (title !== this.#title) this.#tty.setTitle(this.#title = title);
  }

  #look(): Look {
    const { skin } = this.#state;
    let look = this.#looks.get(skin);
    if (!look) this.#looks.set(skin, look = this.#options.lookOf(skin, this.#tty.capabilities.ascii));
    return look;
  }

  #end(signal: Deno.Signal | null): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#ticks);
    clearTimeout(this.#frame);
    clearImmediate(this.#urgent);
    clearTimeout(this.#rehearsal);
    this.#tty.close();
    this.#resolve({ state: this.#state, signal });
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

/** The terminal's title: what is read, and how many things need a look. */
function titleOf(state: State): string {
  const count = openFindings(state);
  return `weir ${inputName(state.info, state.shown?.summary.sources)}${
    count > 0 ? ` · ${count} need a look` : ""
  }`;
}
