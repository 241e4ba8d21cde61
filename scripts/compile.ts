/**
 * Makes the native program. `deno task compile [target] [--output FILE]`; without a target, for this machine.
 * It may read, write, use the network, the environment and system information; it may not run programs or
 * load libraries.
 */
import { COMMANDS } from "../src/cli/registry.ts";

const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

/** What the program loads by name at run time, and so is not found by following its imports. */
const INCLUDED = [
  ...COMMANDS.map(({ name }) => `src/cli/${name}.ts`),
  "src/engine/worker.ts",
  "src/engine/scan_worker.ts",
  "src/engine/counting_worker.ts",
  "src/engine/receiver_worker.ts",
  "src/ai/worker.ts",
  "skins",
  "samples",
];

const root = `${import.meta.dirname!}/..`;
const args = [...Deno.args];
const outputAt = args.indexOf("--output");
const output = outputAt < 0 ? `${root}/weir` : args.splice(outputAt, 2)[1];
const [target, ...rest] = args;
if (rest.length > 0 || (target !== undefined && !TARGETS.includes(target))) {
  console.error(`usage: deno task compile [target] [--output FILE]\ntargets: ${TARGETS.join(", ")}`);
  Deno.exit(2);
}

const command = new Deno.Command(Deno.execPath(), {
  args: [
    "compile",
    "--quiet",
    "--no-check",
    ...["read", "write", "net", "env", "sys"].map((name) => `--allow-${name}`),
    ...INCLUDED.flatMap((path) => ["--include", `${root}/${path}`]),
    ...(target === undefined ? [] : ["--target", target]),
    "--output",
    output,
    `${root}/main.ts`,
  ],
});
const { code } = await command.spawn().status;
Deno.exit(code);
