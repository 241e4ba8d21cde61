import { grouped } from "../record/grouped.ts";
import type { Ingestion } from "../engine/ingestion.ts";

/** Milliseconds to the first line and between two. */
const FIRST = 700;
const NEXT = 200;

const encoder = new TextEncoder();

/**
 * Shows on standard error how far reading has come, on one line that is written over and over, if that is a
 * terminal and reading takes long enough to wonder. Returns what takes the line away again.
 */
export function showProgress(ingestion: Ingestion): () => void {
  // A line can be written over only where the cursor can be moved.
  if (!Deno.stderr.isTerminal() || Deno.env.get("TERM") === "dumb") return () => {};
  const start = performance.now();
  let shown = false;
  const timer = setInterval(() => {
    const progress = ingestion.progress();
    if (progress === null || performance.now() - start < FIRST) return;
    shown = true;
    const share = Math.min(100, Math.floor(100 * progress.position / progress.size));
    const records = grouped(ingestion.recordsRead);
    const line = ingestion.looksForNewest
      ? `looking for the newest record ${share}%`
      : `reading ${share}%  ${records} records`;
    Deno.stderr.writeSync(encoder.encode(`\r\x1b[K${line}`));
  }, NEXT);
  return () => {
    clearInterval(timer);
    if (shown) Deno.stderr.writeSync(encoder.encode("\r\x1b[K"));
  };
}
