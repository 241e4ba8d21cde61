import { CellBuffer } from "../terminal/buffer.ts";
import { draw } from "./draw.ts";
import type { Look } from "./look.ts";
import type { Message } from "./message.ts";
import type { EngineLink } from "./run.ts";
import { initialState } from "./initial_state.ts";
import type { RunInfo, State } from "./state.ts";
import { update } from "./update.ts";

/** The screen that is drawn without a terminal. */
const HEADLESS_SIZE = { width: 120, height: 36 };

/** Milliseconds between two ticks of the clock. */
const TICK_MS = 500;

export interface HeadlessOptions {
  info: RunInfo;
  link: Pick<EngineLink, "post" | "listen">;
  interval: number;
  skin: string;
  look: Look;
  /** Stops the reading; what was read by then is still shown. */
  signal: AbortSignal;
}

export interface HeadlessEnd {
  state: State;
  /** The last frame as text. */
  lines: string[];
  frames: number;
}

/** Runs the dashboard's own code on a buffer of fixed size until the input ends or `signal` aborts. */
export function runHeadless(options: HeadlessOptions): Promise<HeadlessEnd> {
  const { info, link, interval, skin, look, signal } = options;
  const buffer = new CellBuffer(HEADLESS_SIZE.width, HEADLESS_SIZE.height);
  let state = initialState(info, { ...HEADLESS_SIZE, now: Date.now(), interval, skin });
  let frames = 0;
  return new Promise((resolve) => {
    const dispatch = (message: Message) => {
      const [next, commands] = update({ ...state, now: Date.now() }, message);
      state = next;
      for (const command of commands) if (command.kind === "post") link.post(command.request);
      draw(state, buffer, look);
      frames++;
      if (state.phase !== "gone" && (state.phase !== "ended" || state.log.asked !== null)) return;
      clearInterval(ticks);
      resolve({ state, lines: buffer.lines(), frames });
    };
    const ticks = setInterval(() => dispatch({ kind: "tick", now: Date.now() }), TICK_MS);
    const stop = () => link.post({ kind: "stop" });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    link.listen((message) => dispatch({ kind: "engine", message }));
  });
}
