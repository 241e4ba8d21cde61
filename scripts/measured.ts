/** The middle one of some values, of an even number the larger. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The largest resident memory of a running process so far, MiB; null where /proc does not tell it. */
export function peakOf(pid: number): number | null {
  const kibibytes = /VmHWM:\s+(\d+)/.exec(aboutProcess(pid, "status") ?? "")?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) / 1024;
}

/** A file of a process in /proc; null where there is none. */
export function aboutProcess(pid: number, file: "stat" | "status"): string | null {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch {
    return null;
  }
}
