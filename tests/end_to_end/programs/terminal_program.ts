/** A small full-screen program for the tests of the terminal: it shows what it is sent, and its size. */
import { CellBuffer } from "../../../src/terminal/buffer.ts";
import { Screen } from "../../../src/terminal/screen.ts";
import { style } from "../../../src/terminal/style.ts";
import { Tty } from "../../../src/terminal/tty.ts";

const shown: string[] = [];
const tty = new Tty({ mouse: true, environment: (name) => Deno.env.get(name) }, {
  input(input) {
    if (input.kind === "key" && input.key === "q") {
      tty.close();
      Deno.exit(7);
    }
    if (input.kind === "key" && input.key === "ctrl+z") shown.push(`suspended: ${tty.suspend() ?? "yes"}`);
    else if (input.kind === "key" && input.key === "T") throw new Error("thrown by a key");
    else if (input.kind === "key" && input.key === "P") console.log("printed", 12);
    else if (input.kind === "key" && input.key === "E") tty.copy("to the clipboard");
    else shown.push(input.kind === "key" ? `key ${input.key}` : JSON.stringify(input));
    draw();
  },
  resize: () => draw(),
  redraw: () => {
    shown.push("continued");
    screen.invalidate();
    draw();
  },
  // Any other one ends it as SIGHUP does.
  end: (signal) => Deno.exit(signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 129),
  printed: (text) => {
    shown.push(`notice: ${text}`);
  },
});

const screen = new Screen((bytes) => tty.write(bytes), tty.capabilities);

function draw(): void {
  const { width, height } = tty.size();
  const buffer = new CellBuffer(width, height);
  buffer.text(
    0,
    0,
    `size ${width}x${height} piped ${!Deno.stdin.isTerminal()}`,
    style({ fg: 0xff8800, bold: true }),
  );
  shown.forEach((line, y) => buffer.text(0, y + 1, line, 0));
  screen.draw(buffer);
}

tty.setTitle("weir: 2 need a look\x07");
draw();
