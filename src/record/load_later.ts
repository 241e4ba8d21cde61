/**
 * Loads a file that few runs need: its path as from any room, `../cli/rules.ts`, and as its type that of what it exports
 * (`typeof import(…)`). Deno reads all that imports name by their text before anything runs, and all that is named there, too;
 * what is loaded so is read when it is needed. What the native program is made of is found by these calls.
 */
export function loadLater<Module>(path: `../${string}.ts`): Promise<Module> {
  return import(new URL(path, import.meta.url).href);
}
