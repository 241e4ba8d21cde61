import { draw } from "../../src/dashboard/draw.ts";
import { keymapWith } from "../../src/dashboard/keymap.ts";
import type { Look } from "../../src/dashboard/look.ts";
import type { Command, Message } from "../../src/dashboard/message.ts";
import { plainLook } from "./plain_look.ts";
import { initialState } from "../../src/dashboard/initial_state.ts";
import type { State } from "../../src/dashboard/state.ts";
import { update } from "../../src/dashboard/update.ts";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { FakeEngine, NOON, sampleSnapshot } from "./fake_engine.ts";

/** Runs the dashboard's own code against an engine in this thread, without a terminal. */
export class Driver {
  state: State;
  readonly engine: FakeEngine;
  /** Commands other than posts, as they came. */
  readonly commands: Command[] = [];

  constructor(
    width: number,
    height: number,
    options: { records?: number; colored?: boolean; piped?: boolean } = {},
  ) {
    this.engine = new FakeEngine(options.records ?? 0);
    this.state = initialState({
      version: "0.1.0",
      inputs: options.piped ? ["standard input"] : ["logs/app.log"],
      piped: options.piped ?? false,
      follow: true,
      logBuffer: 1000,
      timeZone: "UTC",
      skins: ["default", "nord"],
      keymap: keymapWith(),
      colored: options.colored ?? true,
    }, { width, height, now: NOON, interval: 1000, skin: "default", zone: "utc" });
    if (options.records) this.read(options.records);
  }

  send(message: Message): void {
    const [state, commands] = update(this.state, message);
    this.state = state;
    for (const command of commands) {
      if (command.kind !== "post") this.commands.push(command);
      else {for (const reply of this.engine.reply(command.request)) {
          this.send({ kind: "engine", message: reply });
        }}
    }
  }

  /** The engine has read `records` in all. */
  read(records: number, state: "following" | "ended" | "reading" = "following"): void {
    this.engine.count = records;
    this.send({ kind: "tick", now: this.state.now + 1000 });
    this.send({ kind: "engine", message: { kind: "snapshot", snapshot: sampleSnapshot(records, state) } });
  }

  /** Presses keys by their canonical names. */
  keys(...keys: string[]): void {
    for (const key of keys) {
      this.send({ kind: "key", key, text: key === "space" ? " " : Array.from(key).length === 1 ? key : "" });
    }
  }

  type(text: string): void {
    for (const char of text) this.keys(char === " " ? "space" : char);
  }

  buffer(look: Look = plainLook(false)): CellBuffer {
    const buffer = new CellBuffer(this.state.width, this.state.height);
    draw(this.state, buffer, look);
    return buffer;
  }

  /** The screen as text, without blanks at the ends of lines. */
  lines(): string[] {
    return this.buffer().lines().map((line) => line.trimEnd());
  }

  text(): string {
    return this.lines().join("\n");
  }
}
