import { keyName, type Modifiers } from "./key_name.ts";
import {
  CODE_POINT_KEYS,
  CONSOLE_KEYS,
  CONTROL_KEYS,
  FINAL_KEYS,
  NUMBER_KEYS,
  SS3_KEYS,
} from "./key_table.ts";

/** A key, by its canonical name (`a`, `A`, `ctrl+f`, `alt+x`, `shift+tab`, `pageup`, `space`), with what it types. */
export interface KeyInput {
  kind: "key";
  key: string;
  /** The character that the key puts in a text field; empty for others. */
  text: string;
}

/** The mouse, at a cell counted from 0. */
export interface MouseInput extends Modifiers {
  kind: "mouse";
  action: "press" | "release" | "drag" | "move" | "wheelup" | "wheeldown" | "wheelleft" | "wheelright";
  button: "left" | "middle" | "right" | "none";
  x: number;
  y: number;
}

/** What a person or the terminal sends. */
export type Input =
  | KeyInput
  | MouseInput
  | { kind: "paste"; text: string }
  | { kind: "focus"; focused: boolean };

const ESC = 0x1b;
const MAX_PASTE = 1 << 20;
/** Replies of a terminal are shorter; what goes on past this is no sequence. */
const MAX_SEQUENCE = 4096;
const PASTE_END = [ESC, 0x5b, 0x32, 0x30, 0x31, 0x7e];
const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false };
const WHEEL = ["wheelup", "wheeldown", "wheelleft", "wheelright"] as const;
const BUTTONS = ["left", "middle", "right", "none"] as const;

const decoder = new TextDecoder();

/** xterm's number for modifiers: one more than their bits. Caps lock and num lock do not count. */
function modifiers(parameter: string | undefined): Modifiers {
  const held = Math.max(0, Number.parseInt(parameter ?? "1", 10) - 1 || 0);
  return { shift: (held & 1) !== 0, alt: (held & (2 | 32)) !== 0, ctrl: (held & 4) !== 0 };
}

function named(name: string, held: Modifiers): KeyInput {
  if (name.startsWith("shift+")) return named(name.slice(6), { ...held, shift: true });
  if (name.startsWith("ctrl+")) return named(name.slice(5), { ...held, ctrl: true });
  const text = held.ctrl || held.alt
    ? ""
    : name === "space"
    ? " "
    : Array.from(name).length === 1
    ? name
    : "";
  const key = keyName(name, held);
  return { kind: "key", key, text: text !== "" && held.shift && Array.from(key).length === 1 ? key : text };
}

function utf8Length(first: number): number {
  return first < 0x80 ? 1 : first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}

/** Reads what a terminal sends. A sequence cut between two reads is kept for the next one. */
export class KeyDecoder {
  #bytes: number[] = [];
  #pasted: number[] | undefined;

  /** Whether bytes wait for more: if none come within some 50 ms, `flush` takes them as they are. */
  get pending(): boolean {
    return this.#bytes.length > 0 && this.#pasted === undefined;
  }

  /** Takes bytes as they were read; answers what they say. */
  push(bytes: Uint8Array): Input[] {
    for (const byte of bytes) this.#bytes.push(byte);
    return this.#read(false);
  }

  /** What the waiting bytes are if nothing follows: a lone escape is the Esc key, `ESC [` is alt+[. */
  flush(): Input[] {
    return this.pending ? this.#read(true) : [];
  }

  #read(final: boolean): Input[] {
    const found: Input[] = [];
    let at = 0;
    while (at < this.#bytes.length) {
      const used = this.#pasted ? this.#paste(at, found) : this.#next(at, found, final);
      if (used === 0) break;
      at += used;
    }
    this.#bytes = at === 0 ? this.#bytes : this.#bytes.slice(at);
    return found;
  }

  /** Reads one thing from `at`; answers how many bytes it took, 0 if it is not complete. */
  #next(at: number, found: Input[], final: boolean): number {
    const bytes = this.#bytes;
    if (bytes[at] !== ESC) return this.#character(at, NO_MODIFIERS, found, final);
    const second = bytes[at + 1];
    if (second === undefined) {
      if (final) found.push(named("esc", NO_MODIFIERS));
      return final ? 1 : 0;
    }
    if (second === ESC) {
      const third = bytes[at + 2];
      if (third === undefined && !final) return 0;
      if (third !== 0x5b && third !== 0x4f) {
        found.push(named("esc", NO_MODIFIERS));
        return 1;
      }
      const used = this.#sequence(at + 1, true, found, final);
      return used === 0 ? 0 : used + 1;
    }
    return this.#sequence(at, false, found, final);
  }

  /** What follows an escape. */
  #sequence(at: number, alt: boolean, found: Input[], final: boolean): number {
    const second = this.#bytes[at + 1];
    let used = 0;
    if (second === 0x5b) used = this.#csi(at, alt, found);
    else if (second === 0x4f) used = this.#ss3(at, alt, found);
    else if (second === 0x5d || second === 0x50 || second === 0x5f || second === 0x5e) used = this.#reply(at);
    else {
      const length = this.#character(at + 1, { ...NO_MODIFIERS, alt: true }, found, final);
      return length === 0 ? 0 : length + 1;
    }
    if (used > 0) return used;
    const waiting = this.#bytes.length - at;
    if (!final && waiting <= MAX_SEQUENCE) return 0;
    // Nothing followed: alt with the character. A sequence that broke off is no key.
    if (waiting === 2) found.push(named(String.fromCharCode(second), { ...NO_MODIFIERS, alt: true }));
    return waiting;
  }

  #character(at: number, held: Modifiers, found: Input[], final: boolean): number {
    const first = this.#bytes[at];
    if (first < 0x20 || first === 0x7f) {
      const control = CONTROL_KEYS[first] ?? CODE_POINT_KEYS[first];
      found.push(
        control ? named(control, held) : named(String.fromCharCode(first + 0x60), { ...held, ctrl: true }),
      );
      return 1;
    }
    const length = utf8Length(first);
    if (at + length > this.#bytes.length) return final ? this.#bytes.length - at : 0;
    const text = decoder.decode(Uint8Array.from(this.#bytes.slice(at, at + length)));
    if (text.includes("\ufffd")) return 1;
    found.push(named(text === " " ? "space" : text, held));
    return length;
  }

  #ss3(at: number, alt: boolean, found: Input[]): number {
    const third = this.#bytes[at + 2];
    if (third === undefined) return 0;
    const char = String.fromCharCode(third);
    const name = SS3_KEYS[char] ?? FINAL_KEYS[char];
    if (name) found.push(named(name, { ...NO_MODIFIERS, alt }));
    return 3;
  }

  /** An answer of the terminal (OSC, DCS, APC, PM), up to its end: nobody asked, so it is left out. */
  #reply(at: number): number {
    for (let end = at + 2; end < this.#bytes.length; end++) {
      if (this.#bytes[end] === 0x07) return end + 1 - at;
      if (this.#bytes[end] === 0x5c && this.#bytes[end - 1] === ESC) return end + 1 - at;
    }
    return 0;
  }

  #csi(at: number, alt: boolean, found: Input[]): number {
    const bytes = this.#bytes;
    let end = at + 2;
    if (bytes[end] === 0x5b) {
      if (bytes[end + 1] === undefined) return 0;
      const name = CONSOLE_KEYS[String.fromCharCode(bytes[end + 1])];
      if (name) found.push(named(name, { ...NO_MODIFIERS, alt }));
      return 4;
    }
    while (end < bytes.length && bytes[end] >= 0x20 && bytes[end] <= 0x3f) end++;
    if (end >= bytes.length) return 0;
    const used = end + 1 - at;
    // A control or an escape inside: the sequence broke off, what follows is read for itself.
    if (bytes[end] < 0x40 || bytes[end] > 0x7e) return used - 1;
    const parameters = String.fromCharCode(...bytes.slice(at + 2, end));
    this.#command(parameters, String.fromCharCode(bytes[end]), alt, found);
    return used;
  }

  #command(parameters: string, final: string, alt: boolean, found: Input[]): void {
    if (parameters.startsWith("<") && (final === "M" || final === "m")) {
      const mouse = this.#mouse(parameters.slice(1), final === "m");
      if (mouse) found.push(mouse);
      return;
    }
    if (parameters === "" && (final === "I" || final === "O")) {
      found.push({ kind: "focus", focused: final === "I" });
      return;
    }
    if (parameters === "200" && final === "~") {
      this.#pasted = [];
      return;
    }
    if (!/^[\d;:]*$/.test(parameters)) return;
    const key = this.#key(parameters.split(";"), final);
    if (key) found.push(named(key.name, { ...key.held, alt: key.held.alt || alt }));
  }

  /** A key's name and modifiers: `CSI 1;5 A`, `CSI 5;2 ~`, `CSI 97;5 u`, `CSI 27;5;97 ~`. */
  #key([first, second, third]: string[], final: string): { name: string; held: Modifiers } | undefined {
    const [bits, event] = (second ?? "").split(":");
    // The kitty protocol's third kind of event is the release of a key.
    if (event === "3") return undefined;
    const held = modifiers(bits || undefined);
    const number = Number.parseInt(first || "1", 10);
    const typed = final === "u"
      ? number
      : final === "~" && number === 27 && third
      ? Number.parseInt(third, 10)
      : 0;
    if (typed > 0) {
      const printable = typed > 0x20 && typed < 0xd800 || typed > 0xf8ff && typed <= 0x10ffff;
      const name = CODE_POINT_KEYS[typed] ?? (printable ? String.fromCodePoint(typed) : undefined);
      return name === undefined ? undefined : { name, held };
    }
    if (final === "~" || final === "^" || final === "@") {
      const name = NUMBER_KEYS[number];
      // rxvt marks control by another last byte.
      if (final !== "~") held.ctrl = true;
      if (final === "@") held.shift = true;
      return name ? { name, held } : undefined;
    }
    const name = FINAL_KEYS[final];
    return name ? { name, held } : undefined;
  }

  /** xterm's mouse tracking in SGR form: button and modifiers, column, row. */
  #mouse(parameters: string, released: boolean): MouseInput | undefined {
    const match = /^(\d+);(\d+);(\d+)$/.exec(parameters);
    if (!match) return undefined;
    const code = Number(match[1]);
    const place = { x: Math.max(0, Number(match[2]) - 1), y: Math.max(0, Number(match[3]) - 1) };
    const held = { shift: (code & 4) !== 0, alt: (code & 8) !== 0, ctrl: (code & 16) !== 0 };
    if (code & 128) return undefined;
    if (code & 64) return { kind: "mouse", action: WHEEL[code & 3], button: "none", ...place, ...held };
    const button = BUTTONS[code & 3];
    const action = released ? "release" : code & 32 ? (button === "none" ? "move" : "drag") : "press";
    return { kind: "mouse", action, button, ...place, ...held };
  }

  /** Collects what is pasted up to the closing sequence; answers how many bytes were taken. */
  #paste(at: number, found: Input[]): number {
    const bytes = this.#bytes;
    const pasted = this.#pasted!;
    for (let end = at; end < bytes.length; end++) {
      if (bytes[end] !== ESC) {
        if (pasted.length < MAX_PASTE) pasted.push(bytes[end]);
        continue;
      }
      let same = 0;
      while (same < PASTE_END.length && bytes[end + same] === PASTE_END[same]) same++;
      if (same === PASTE_END.length) {
        // Terminals send a line's end as a carriage return.
        const text = decoder.decode(Uint8Array.from(pasted)).replace(/\r\n?/g, "\n");
        this.#pasted = undefined;
        found.push({ kind: "paste", text });
        return end + same - at;
      }
      if (end + same === bytes.length) return end - at;
      if (pasted.length < MAX_PASTE) pasted.push(ESC);
    }
    return bytes.length - at;
  }
}
