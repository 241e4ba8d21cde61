/** Aborts at the first SIGINT or SIGTERM; a second SIGINT ends the program at once with status 130. */
export function stopOnSignals(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) Deno.exit(130);
    controller.abort();
  };
  const terminate = () => controller.abort();
  Deno.addSignalListener("SIGINT", interrupt);
  // Windows has no SIGTERM to listen for.
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", terminate);
  return {
    signal: controller.signal,
    release() {
      Deno.removeSignalListener("SIGINT", interrupt);
      if (Deno.build.os !== "windows") Deno.removeSignalListener("SIGTERM", terminate);
    },
  };
}
