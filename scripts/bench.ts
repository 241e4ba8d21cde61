/**
 * Measures `weir report` on generated logs against decoding and `JSON.parse` of every line alone, in turns,
 * and prints the medians; then the dashboard, see `bench_dashboard.ts`. `deno task bench [records] [rounds]`; two
 * million and three if not given.
 * `WEIR_PROGRAM` names another program to measure.
 */
import { writeBenchFiles } from "./bench_data.ts";
import { median, peakOf } from "./measured.ts";

interface Run {
  seconds: number;
  /** Largest resident memory, MB; NaN where the system does not tell. */
  peak: number;
}

const records = Number(Deno.args[0] ?? 2_000_000);
const rounds = Number(Deno.args[1] ?? 3);
const here = import.meta.dirname!;
const weir = Deno.env.get("WEIR_PROGRAM")?.split(" ") ??
  [Deno.execPath(), "run", "-A", "--quiet", `${here}/../main.ts`];

async function measure(command: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = new Deno.Command(command[0], {
    args: command.slice(1),
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  let peak = NaN;
  const watch = setInterval(() => peak = peakOf(child.pid) ?? peak, 20);
  const { success } = await child.status;
  clearInterval(watch);
  if (!success) throw new Error(`${command.join(" ")} failed`);
  return { seconds: (performance.now() - start) / 1000, peak };
}

const folder = Deno.makeTempDirSync({ prefix: "weir-bench-" });
try {
  console.error(`writing ${records} records of three kinds …`);
  const files = writeBenchFiles(folder, records);
  const report = (file: string) => [...weir, "report", "--output", "json", "-f", file];
  const commands: Record<string, string[]> = {
    "JSON.parse alone": [Deno.execPath(), "run", "-A", "--quiet", `${here}/bench_baseline.ts`, files.json],
    "report, JSON": report(files.json),
    "report, syslog": report(files.syslog),
    "report, plain": report(files.plain),
  };
  const sizes: Record<string, number> = {
    "JSON.parse alone": Deno.statSync(files.json).size,
    "report, JSON": Deno.statSync(files.json).size,
    "report, syslog": Deno.statSync(files.syslog).size,
    "report, plain": Deno.statSync(files.plain).size,
  };
  const runs: Record<string, Run[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) (runs[name] ??= []).push(await measure(command));
  }
  const base = median(runs["JSON.parse alone"].map((run) => run.seconds));
  console.log(`${records} records, median of ${rounds} runs, start of the process included`);
  console.log("                     seconds   ratio   records/s    MB/s   peak MB");
  for (const [name, all] of Object.entries(runs)) {
    const seconds = median(all.map((run) => run.seconds));
    const columns = [
      seconds.toFixed(2).padStart(8),
      (seconds / base).toFixed(2).padStart(8),
      Math.round(records / seconds).toString().padStart(12),
      (sizes[name] / 1e6 / seconds).toFixed(0).padStart(8),
      Math.max(...all.map((run) => run.peak)).toFixed(0).padStart(10),
    ];
    console.log(name.padEnd(20) + columns.join(""));
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}

await new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--quiet", `${here}/bench_dashboard.ts`] })
  .spawn().status;
