// A writer that rotates its file while it writes: deno run writer.ts FILE KIND ROTATIONS LINES PAUSE
const [file, kinds, rotations, lines, pause] = Deno.args;
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const encoder = new TextEncoder();
let written = 0;
const open = () => Deno.openSync(file, { append: true, create: true });
let out = open();
for (let rotation = 0; rotation < Number(rotations); rotation++) {
  for (let line = 0; line < Number(lines); line++) {
    out.writeSync(encoder.encode(`2026-11-20T08:00:00.000Z INFO line ${++written} of the rotation\n`));
  }
  await rest(Number(pause));
  const kind = kinds.split(",")[rotation % kinds.split(",").length];
  if (kind === "rename") {
    out.close();
    Deno.renameSync(file, `${file}.${rotation}`);
    out = open();
  } else if (kind === "copy-truncate") {
    Deno.copyFileSync(file, `${file}.${rotation}`);
    await rest(300);
    Deno.truncateSync(file, 0);
  } else {
    out.close();
    Deno.removeSync(file);
    out = open();
  }
}
out.close();
