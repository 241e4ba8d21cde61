import { type Capabilities, capabilities } from "./capability.ts";
import type { Environment } from "./color.ts";
import { type Input, KeyDecoder } from "./keys.ts";
import { clipboardSequence, enterModes, LEAVE_MODES, titleSequence } from "./modes.ts";
import { visible } from "./text.ts";

/** What happens at the terminal, told to whoever opened it. */
export interface TtyHandlers {
  input(input: Input): void;
  /** The window has another size, in cells. */
  resize(width: number, height: number): void;
  /** The screen shows nothing of what was drawn: the program went on after a suspension. */
  redraw(): void;
  /** A signal to end (the terminal is restored by then), or the terminal is gone (`SIGHUP`). */
  end(signal: Deno.Signal): void;
  /** Text that some code wanted to print while the screen was up. */
  printed(text: string): void;
}

/** How to open the terminal. */
export interface TtyOptions {
  mouse: boolean;
  environment: Environment;
}

type Console = typeof console;
type Timer = ReturnType<typeof setTimeout>;

const WINDOWS = Deno.build.os === "windows";
/** How long a lone escape waits for the rest of a sequence, in milliseconds. */
const ESCAPE_TIMEOUT = 50;
/** Windows tells no change of size. */
const SIZE_POLL = 400;
/** If a suspension has not taken hold by then (there is no shell to go back to), the screen comes back. */
const SUSPEND_TIMEOUT = 250;
const CONSOLE_METHODS = ["log", "info", "warn", "error", "debug"] as const;
const USUAL_SIZE = { width: 80, height: 24 };
const END_SIGNALS: Deno.Signal[] = WINDOWS
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGXCPU"];

const encoder = new TextEncoder();

/** Whether a program of this runtime may stop itself: since 2.9 without the permission to run others. */
function maySignalItself(): boolean {
  const [major, minor] = Deno.version.deno.split(".").map(Number);
  return major > 2 || (major === 2 && minor >= 9) || mayRun();
}

function mayRun(): boolean {
  return Deno.permissions.querySync({ name: "run" }).state === "granted";
}

function openKeys(): Deno.FsFile | typeof Deno.stdin {
  if (Deno.stdin.isTerminal()) return Deno.stdin;
  return WINDOWS
    ? Deno.openSync("CONIN$", { read: true, write: true })
    : Deno.openSync("/dev/tty", { read: true });
}

/** Is there a terminal that keys could come from? What `su -c` or `setsid` starts with piped input has none. */
export function hasKeys(): boolean {
  try {
    const keys = openKeys();
    if (keys !== Deno.stdin) keys.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * The terminal that the program runs in: keys from standard input or, when that is a pipe, from the terminal itself,
 * and a full screen on standard output. It is restored on every way out: `close`, the end of the process, an
 * error that nobody caught, a signal.
 */
export class Tty {
  /** What may be sent to it. */
  readonly capabilities: Capabilities;
  #keys: Deno.FsFile | typeof Deno.stdin;
  #handlers: TtyHandlers;
  readonly #mouse: boolean;
  #title = "";
  #decoder = new KeyDecoder();
  #escape: Timer | undefined;
  #poll: Timer | undefined;
  #active = false;
  #closed = false;
  #size = { width: 0, height: 0 };
  #undo: (() => void)[] = [];

  /**
   * Takes the terminal over.
   * @throws Deno.errors.NotFound (or another system error) if there is no terminal to read keys from
   */
  constructor(options: TtyOptions, handlers: TtyHandlers) {
    this.capabilities = capabilities(options.environment, Deno.stdout.isTerminal(), WINDOWS);
    this.#handlers = handlers;
    this.#mouse = options.mouse;
    this.#keys = openKeys();
    this.#size = this.size();
    this.#listen();
    this.#enter();
    void this.#readKeys();
  }

  /** The window's size in cells. */
  size(): { width: number; height: number } {
    try {
      const { columns, rows } = Deno.consoleSize();
      // A serial console does not know its size.
      return { width: columns || USUAL_SIZE.width, height: rows || USUAL_SIZE.height };
    } catch {
      // A window that was just closed has no size.
      return this.#size;
    }
  }

  /** Writes bytes at once; nothing while the terminal is not ours. */
  write(bytes: Uint8Array): void {
    if (!this.#active) return;
    try {
      this.#writeAll(bytes);
    } catch {
      this.#end("SIGHUP");
    }
  }

  /** Sets the window's title; the old one comes back at the end. */
  setTitle(text: string): void {
    this.#title = visible(text);
    this.write(encoder.encode(titleSequence(this.#title)));
  }

  /** Sends text to the terminal's clipboard, which may or may not take it; false if it is too long to send. */
  copy(text: string): boolean {
    const sequence = clipboardSequence(text);
    if (sequence !== undefined) this.write(encoder.encode(sequence));
    return sequence !== undefined;
  }

  /**
   * Gives the terminal back and stops the program, as Ctrl+Z does, until the shell continues it.
   * @returns why that cannot be done here, undefined when it was done
   */
  suspend(): string | undefined {
    if (WINDOWS) return "Windows has no suspended programs";
    if (!maySignalItself()) {
      const { deno } = Deno.version;
      return Deno.build.standalone
        ? `This program, which Deno ${deno} made, may not suspend itself`
        : `Deno ${deno} may not suspend itself without --allow-run`;
    }
    this.#leave();
    // Its whole group where that is allowed, so that what pipes into it stops as well and the shell comes back.
    Deno.kill(mayRun() ? 0 : Deno.pid, "SIGTSTP");
    setTimeout(() => this.#resume(), SUSPEND_TIMEOUT);
    return undefined;
  }

  /** Gives the terminal back as it was. A pending read of keys stays: the process ends by `Deno.exit`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leave();
    clearTimeout(this.#escape);
    clearInterval(this.#poll);
    for (const undo of this.#undo) undo();
  }

  #writeAll(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  }

  #enter(): void {
    this.#keys.setRaw(true);
    this.#active = true;
    const title = this.#title ? titleSequence(this.#title) : "";
    this.#writeAll(encoder.encode(enterModes({ mouse: this.#mouse }) + title));
  }

  #leave(): void {
    if (!this.#active) return;
    this.#active = false;
    try {
      this.#writeAll(encoder.encode(LEAVE_MODES));
      this.#keys.setRaw(false);
    } catch {
      // The terminal is gone: there is nothing left to restore.
    }
  }

  #resume(): void {
    if (this.#closed || this.#active) return;
    try {
      this.#enter();
    } catch {
      // A terminal that closes wakes those who were stopped in it.
      return this.#end("SIGHUP");
    }
    this.#checkSize();
    this.#handlers.redraw();
  }

  #end(signal: Deno.Signal): void {
    if (this.#closed) return;
    this.close();
    this.#handlers.end(signal);
  }

  #listen(): void {
    for (const signal of END_SIGNALS) this.#onSignal(signal, () => this.#end(signal));
    if (WINDOWS) this.#poll = setInterval(() => this.#checkSize(), SIZE_POLL);
    else {
      this.#onSignal("SIGWINCH", () => this.#checkSize());
      this.#onSignal("SIGCONT", () => this.#continue());
    }
    const leave = () => this.#leave();
    for (const event of ["error", "unhandledrejection", "unload"]) {
      globalThis.addEventListener(event, leave);
      this.#undo.push(() => globalThis.removeEventListener(event, leave));
    }
    this.#redirectConsole(console);
  }

  #onSignal(signal: Deno.Signal, handle: () => void): void {
    Deno.addSignalListener(signal, handle);
    this.#undo.push(() => Deno.removeSignalListener(signal, handle));
  }

  /** Someone else may have stopped the program, without our leaving the screen: the shell used the terminal then. */
  #continue(): void {
    this.#leave();
    this.#resume();
  }

  #checkSize(): void {
    const { width, height } = this.size();
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#handlers.resize(width, height);
  }

  /** Nothing prints over the screen: what is printed in this thread becomes a notice. */
  #redirectConsole(target: Console): void {
    for (const method of CONSOLE_METHODS) {
      const print = target[method];
      target[method] = (...values: unknown[]) => {
        if (!this.#active) print(...values);
        else {this.#handlers.printed(
            values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" "),
          );}
      };
      this.#undo.push(() => target[method] = print);
    }
  }

  async #readKeys(): Promise<void> {
    const bytes = new Uint8Array(4096);
    for (;;) {
      let count: number | null;
      try {
        count = await this.#keys.read(bytes);
      } catch {
        count = null;
      }
      if (this.#closed) return;
      if (count === null) return this.#end("SIGHUP");
      clearTimeout(this.#escape);
      for (const input of this.#decoder.push(bytes.subarray(0, count))) this.#handlers.input(input);
      if (this.#decoder.pending) this.#escape = setTimeout(() => this.#flush(), ESCAPE_TIMEOUT);
    }
  }

  #flush(): void {
    for (const input of this.#decoder.flush()) this.#handlers.input(input);
  }
}
