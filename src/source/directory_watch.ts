/** After an event the others of this time are taken together, milliseconds: a busy writer makes thousands. */
const COALESCE = 25;

/** With more listeners than this, only those whom a change may concern are told. */
const MANY = 32;

/** Is told what paths changed; none if that is not known. */
type Listener = (paths: readonly string[]) => void;

interface Watch {
  watcher: Deno.FsWatcher;
  /** Who listens, and to changes of what paths. */
  listeners: Map<Listener, (path: string) => boolean>;
  /** Cuts the pause between two events short. */
  hurry: () => void;
}

const watches = new Map<string, Watch>();

/**
 * Calls `listener` after something changed in a directory; one system watch serves all listeners of a
 * directory. `concerns` tells what paths are of interest: where many listen, the others are not told. Where there are no change events (network file systems, too many watches) it is never called:
 * whoever listens must poll as well. Returns how to stop.
 */
export function watchDirectory(
  directory: string,
  listener: Listener,
  concerns: (path: string) => boolean = () => true,
): () => void {
  const watch = watches.get(directory) ?? start(directory);
  if (watch === undefined) return () => {};
  watch.listeners.set(listener, concerns);
  return () => {
    watch.listeners.delete(listener);
    if (watch.listeners.size === 0) stop(directory, watch);
  };
}

function start(directory: string): Watch | undefined {
  let watcher: Deno.FsWatcher;
  try {
    watcher = Deno.watchFs(directory, { recursive: false });
  } catch {
    return undefined;
  }
  const watch: Watch = { watcher, listeners: new Map(), hurry: () => {} };
  watches.set(directory, watch);
  pass(watch).catch(() => stop(directory, watch));
  return watch;
}

async function pass(watch: Watch): Promise<void> {
  for await (const { paths } of watch.watcher) {
    const all = watch.listeners.size <= MANY || paths.length === 0;
    for (const [listener, concerns] of watch.listeners) if (all || paths.some(concerns)) listener(paths);
    if (watch.listeners.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, COALESCE);
      watch.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function stop(directory: string, watch: Watch): void {
  if (watches.get(directory) !== watch) return;
  watches.delete(directory);
  watch.hurry();
  watch.watcher.close();
}
