import pty from "@lydell/node-pty";
import { CODE_POINT_KEYS, FINAL_KEYS, NUMBER_KEYS } from "../../src/terminal/key_table.ts";
import { ReferenceTerminal, type SeenCell } from "../terminal/reference_terminal.ts";

const ROOT = `${import.meta.dirname}/../..`;
/** Long enough for a slow machine with other work; a test that passes never waits for it. */
const DEADLINE = 20_000;
const KEPT = ["PATH", "HOME", "SYSTEMROOT", "DENO_DIR", "TMPDIR", "TEMP", "TMP"];

/** How a program is started in a pseudo-terminal. */
export interface StartOptions {
  /** Its arguments. */
  args?: string[];
  columns?: number;
  rows?: number;
  /** Variables besides the few that every program needs; `undefined` takes one away. */
  env?: Record<string, string | undefined>;
  /** A shell command whose output is piped into the program. */
  pipedFrom?: string;
  /** A shell command line that runs it: `"$@"` stands for the program and its arguments. */
  shell?: string;
  /** The program and its first arguments, instead of weir. */
  program?: string[];
  cwd?: string;
  unicode?: "graphemes" | "6";
}

/** The command that runs weir: the native program that WEIR_PROGRAM names, else the sources. */
export function weirCommand(): string[] {
  const program = Deno.env.get("WEIR_PROGRAM");
  if (program) return [program];
  return [Deno.execPath(), "run", "-A", "--quiet", "--config", `${ROOT}/deno.json`, `${ROOT}/main.ts`];
}

const sequences = new Map<string, string>([
  ...Object.entries(NUMBER_KEYS).map(([number, name]): [string, string] => [name, `\x1b[${number}~`]),
  ...Object.entries(FINAL_KEYS).map(([final, name]): [string, string] => [name, `\x1b[${final}`]),
  ...Object.entries(CODE_POINT_KEYS).filter(([code]) => Number(code) <= 127)
    .map(([code, name]): [string, string] => [name, String.fromCharCode(Number(code))]),
  ["ctrl+space", "\x00"],
  ["ctrl+\\", "\x1c"],
]);

/** What a terminal sends for a key, by its canonical name. */
export function keyBytes(name: string): string {
  const known = sequences.get(name);
  if (known !== undefined) return known;
  if (Array.from(name).length === 1) return name;
  if (name.startsWith("alt+")) return "\x1b" + keyBytes(name.slice(4));
  if (/^ctrl\+[a-z]$/.test(name)) return String.fromCharCode(name.charCodeAt(5) & 31);
  throw new TypeError(`No bytes are known for the key '${name}'`);
}

/** A program in a pseudo-terminal, and the screen that it draws, read by a terminal emulator. */
export class PtyProgram {
  /** The program's exit status (of a signal: 128 and its number). */
  readonly exitCode: Promise<number>;
  readonly terminal: ReferenceTerminal;
  #pty: ReturnType<typeof pty.spawn>;
  #decoder = new TextDecoder();
  #output = "";
  #bytes = 0;
  #changed = Promise.withResolvers<void>();
  #ended: number | undefined;
  #reading = Promise.resolve();

  /** Starts weir, or another program. */
  constructor(options: StartOptions = {}) {
    const columns = options.columns ?? 120;
    const rows = options.rows ?? 36;
    const command = [...options.program ?? weirCommand(), ...options.args ?? []];
    const line = options.shell ??
      (options.pipedFrom === undefined ? undefined : `${options.pipedFrom} | "$@"`);
    const [file, ...args] = line === undefined ? command : ["sh", "-c", line, "sh", ...command];
    this.terminal = new ReferenceTerminal(columns, rows, options.unicode);
    this.#pty = pty.spawn(file, args, {
      cols: columns,
      rows,
      name: "xterm-256color",
      cwd: options.cwd ?? Deno.cwd(),
      env: environment(options.env ?? {}),
      encoding: null,
    });
    const bytes = (data: string | Uint8Array) =>
      typeof data === "string" ? new TextEncoder().encode(data) : data;
    this.#pty.onData((data) => this.#read(bytes(data)));
    // What the terminal itself answers goes back to the program.
    this.terminal.terminal.onData((answer) => this.#ended === undefined && this.#pty.write(answer));
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exitCode = promise;
    this.#pty.onExit(async ({ exitCode, signal }) => {
      await this.#reading;
      this.#ended = signal ? 128 + signal : exitCode;
      resolve(this.#ended);
      this.#wake();
    });
  }

  /** The process, which is the shell's with a pipe. */
  get pid(): number {
    return this.#pty.pid;
  }

  /** All that the program wrote, escape sequences and all. */
  get output(): string {
    return this.#output;
  }

  /** Bytes that the program wrote so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Presses keys by their canonical names, each one on its own. */
  press(...keys: string[]): void {
    for (const key of keys) this.#pty.write(keyBytes(key));
  }

  /** Sends text, or any bytes, as they are. */
  send(text: string): void {
    this.#pty.write(text);
  }

  /** Clicks a cell, counted from 0. */
  click(x: number, y: number): void {
    this.#pty.write(`\x1b[<0;${x + 1};${y + 1}M\x1b[<0;${x + 1};${y + 1}m`);
  }

  /** Turns the wheel over a cell: up for a negative number of steps. */
  wheel(x: number, y: number, steps: number): void {
    this.#pty.write(`\x1b[<${steps < 0 ? 64 : 65};${x + 1};${y + 1}M`.repeat(Math.abs(steps)));
  }

  /** Changes the window's size. */
  resize(columns: number, rows: number): void {
    this.terminal.terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** The rows of the screen, blanks at their ends cut off. */
  screen(): string[] {
    return this.terminal.lines();
  }

  /** One cell of the screen as it looks. */
  cell(x: number, y: number): SeenCell | undefined {
    return this.terminal.cell(x, y);
  }

  /** Where text stands on the screen first, and how it looks there. */
  find(text: string): { x: number; y: number; cell: SeenCell } | undefined {
    const rows = this.screen();
    for (let y = 0; y < rows.length; y++) {
      const x = rows[y].indexOf(text);
      if (x >= 0) return { x, y, cell: this.cell(x, y)! };
    }
    return undefined;
  }

  /** Whether the alternate screen is on. */
  get fullScreen(): boolean {
    return this.terminal.terminal.buffer.active.type === "alternate";
  }

  /**
   * Waits until the screen shows something: text, a match, or what a function says.
   * @throws Error with the screen in it, at the deadline (milliseconds) or when the program ended without it
   */
  async waitFor(
    wanted: string | RegExp | ((rows: string[]) => boolean),
    deadline = DEADLINE,
  ): Promise<string[]> {
    const holds = (rows: string[]) => {
      if (typeof wanted === "function") return wanted(rows);
      const text = rows.join("\n");
      return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    };
    const end = performance.now() + deadline;
    for (;;) {
      const rows = this.screen();
      if (holds(rows)) return rows;
      const left = end - performance.now();
      if (left <= 0 || this.#ended !== undefined) {
        const why = this.#ended === undefined
          ? `within ${deadline} ms`
          : `before the program ended with ${this.#ended}`;
        throw new Error(`The screen did not show ${wanted} ${why}:\n${rows.join("\n")}`);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, left);
      await Promise.race([this.#changed.promise, promise]);
      clearTimeout(timer);
    }
  }

  /** Ends the program if it still runs, and waits for its end. */
  async stop(): Promise<void> {
    if (this.#ended === undefined) this.#pty.kill("SIGKILL");
    await this.exitCode;
  }

  #read(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#output += this.#decoder.decode(bytes, { stream: true });
    this.#reading = this.terminal.write(bytes).then(() => this.#wake());
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

function environment(extra: Record<string, string | undefined>): Record<string, string> {
  const all: Record<string, string | undefined> = { LANG: "C.UTF-8", TERM: "xterm-256color", ...extra };
  for (const name of KEPT) all[name] ??= Deno.env.get(name);
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
