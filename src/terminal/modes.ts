/** What a full-screen program asks of the terminal, and takes back at its end. */
export interface ModeOptions {
  mouse: boolean;
}

/** Presses, wheel and drags of the mouse, in SGR form (xterm). */
const MOUSE_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/**
 * The terminal's title kept, the alternate screen, no wrapping at the right edge, pasted text in brackets, focus
 * reported, keys told apart (kitty keyboard protocol, its lowest level), no cursor.
 */
export function enterModes({ mouse }: ModeOptions): string {
  return "\x1b[22;2t\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[?25l" + (mouse ? MOUSE_ON : "");
}

/** All of it undone, whatever is on: also after an error in the middle of a frame. */
export const LEAVE_MODES = "\x1b[?2026l\x1b[m\x1b[r" + MOUSE_OFF +
  "\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l\x1b[23;2t";

/** Sets the window's title; `text` must hold no control character. */
export function titleSequence(text: string): string {
  return `\x1b]2;${text}\x07`;
}

/** Base64 characters past which terminals drop an OSC 52 sequence. */
const MAX_CLIPBOARD = 100_000;

/** Sends text to the terminal's clipboard (OSC 52); undefined if it is longer than terminals take. */
export function clipboardSequence(text: string): string | undefined {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  const encoded = btoa(binary);
  return encoded.length > MAX_CLIPBOARD ? undefined : `\x1b]52;c;${encoded}\x07`;
}
