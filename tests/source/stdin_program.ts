// Reads standard input in a worker as the engine does: counts bytes, prints them at each BREAK and at the end.
import { openSources } from "../../src/source/open_sources.ts";
import { BREAK, END, NOTHING } from "../../src/source/source.ts";

if (typeof WorkerGlobalScope === "undefined") {
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.onmessage = ({ data }) => {
    console.log(data);
    if (data !== "break") Deno.exit(0);
  };
  worker.postMessage({ endless: Deno.args[0] === "endless", pause: Number(Deno.args[1] ?? 0) });
} else {
  self.onmessage = async ({ data: { endless, pause } }) => {
    const [source] = openSources({ files: ["-"], follow: false, endlessStdin: endless }).sources;
    const into = new Uint8Array(1 << 16);
    let bytes = 0;
    await new Promise((resolve) => setTimeout(resolve, pause));
    for (let length = 0; length !== END;) {
      length = source.read(into);
      if (length > 0) bytes += length;
      else if (length === NOTHING) await source.wait(new AbortController().signal);
      else if (length === BREAK) {
        self.postMessage("break");
        // The end of an endless input is no end: nothing more may come.
        await source.wait(AbortSignal.timeout(200));
        if (source.read(into) === NOTHING) break;
      }
    }
    self.postMessage(bytes);
  };
}
