import { UserError } from "../record/user_error.ts";
import { shellWord } from "../record/shell_word.ts";
import { writeFailure } from "../record/write_failure.ts";
import { path } from "../settings/kinds.ts";
import type { Settings } from "../settings/settings.ts";
import { defineCommand } from "./command.ts";
import { tell } from "./output.ts";

/** The sample logs; they are inside the native program too. */
const SAMPLES = `${import.meta.dirname}/../../samples`;

export const command = defineCommand({
  description:
    "Six hours of logs from a small shop: six services, each with its own log format, and some problems to find. " +
    "Opens the dashboard; without a terminal, prints the report.",
  options: {
    write: { kind: path(), help: "keep the sample logs in this folder" },
  },
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [
    { line: "weir demo", does: "explore sample logs" },
    { line: "weir demo --write samples", does: "keep the logs to try other commands on them" },
  ],
  async run({ options, settings }) {
    const own = await settings();
    const kept = options.write !== undefined;
    const folder = options.write ?? await temporaryFolder();
    const before = Deno.cwd();
    try {
      const files = await writeSamples(folder);
      // Short names of the sources, wherever the folder is.
      Deno.chdir(folder);
      const { show } = await import("./dashboard.ts");
      const report = kept ? `cd ${shellWord(folder)} && weir report *` : "weir demo | cat";
      const status = await show(ofSamples(own, files), {}, report);
      if (kept) tell(`The sample logs are in ${folder}`);
      return status;
    } finally {
      Deno.chdir(before);
      if (!kept) await Deno.remove(folder, { recursive: true });
    }
  },
});

async function temporaryFolder(): Promise<string> {
  try {
    return await Deno.makeTempDir({ prefix: "weir-demo-" });
  } catch (error) {
    const way = "set TMPDIR to another folder, or name one with --write";
    throw new UserError(`Cannot write the sample logs: ${writeFailure(error)}; ${way}`, 1, { cause: error });
  }
}

/** Writes each sample log into a folder, made if it is not there. Answers their names, sorted. */
async function writeSamples(folder: string): Promise<string[]> {
  const names = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).sort();
  try {
    await Deno.mkdir(folder, { recursive: true });
    // Read and written, because what is inside the native program cannot be copied by the system.
    for (const name of names) {
      await Deno.writeFile(`${folder}/${name}`, await Deno.readFile(`${SAMPLES}/${name}`));
    }
  } catch (error) {
    throw new UserError(`Cannot write the sample logs into ${folder}: ${writeFailure(error)}`, 1);
  }
  return names;
}

/** The person's settings, but for what is read and how. */
function ofSamples(settings: Settings, files: string[]): Settings {
  return settings.with("files", files).with("follow", false).with("otlp-enabled", false).with(
    "format",
    "auto",
  );
}
