/**
 * Makes the native program. `deno task compile [target] [--output FILE]`; without a target, for this machine.
 * It may read, write, use the network, the environment and system information; it may not run programs or
 * load libraries.
 */
import { COMMANDS } from "../src/cli/registry.ts";
import { bundle, bundledName } from "./bundle.ts";
import { readProject } from "./import_rule.ts";
import { laterFilesIn } from "./named_files.ts";
import { unreadFiles } from "./unread_files.ts";

const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

const root = `${import.meta.dirname!}/..`;
const sources = new Map([...readProject(root)].filter(([path]) => path.startsWith("src/")));

/** What the program loads by name at run time, and so is not found by following its imports. */
const NAMED = [
  ...COMMANDS.map(({ name }) => `src/cli/${name}.ts`),
  ...new Set([...sources].flatMap(([file, text]) => laterFilesIn(file, text).map(({ path }) => path))),
  "src/engine/worker.ts",
  "src/engine/scan_worker.ts",
  "src/engine/counting_worker.ts",
  "src/engine/receiver_worker.ts",
  "src/ai/worker.ts",
];
/** Folders that it reads at run time. */
const FOLDERS = ["skins", "samples"];

/** The name that an import, or a loading at run time, begins with. */
const IMPORTED = /\b(?:from |import\(|import )"((?:@[^"/]+\/)?[^"/]+)/g;

const args = [...Deno.args];
const outputAt = args.indexOf("--output");
const output = outputAt < 0 ? `${root}/weir` : args.splice(outputAt, 2)[1];
const [target, ...rest] = args;
if (rest.length > 0 || (target !== undefined && !TARGETS.includes(target))) {
  console.error(`usage: deno task compile [target] [--output FILE]\ntargets: ${TARGETS.join(", ")}`);
  Deno.exit(2);
}

/**
 * What the program imports, of all that the project does: the compiler carries along every package that the
 * configuration names, those of tests too, which makes the program half as large again and slow to start.
 */
function configuration(): string {
  const { imports, nodeModulesDir } = JSON.parse(Deno.readTextFileSync(`${root}/deno.json`));
  const names = new Set(
    [...sources.values()].flatMap((source) => [...source.matchAll(IMPORTED)].map(([, name]) => name)),
  );
  const used = Object.entries(imports).filter(([name]) => names.has(name));
  return JSON.stringify({ nodeModulesDir, imports: Object.fromEntries(used) });
}

function copyFolder(name: string, into: string): void {
  Deno.mkdirSync(`${into}/${name}`);
  for (const { name: file } of Deno.readDirSync(`${root}/${name}`)) {
    Deno.copyFileSync(`${root}/${name}/${file}`, `${into}/${name}/${file}`);
  }
}

async function compile(own: string): Promise<number> {
  Deno.writeTextFileSync(`${own}/deno.json`, configuration());
  // Its versions hold; what is not used goes from the copy.
  Deno.copyFileSync(`${root}/deno.lock`, `${own}/deno.lock`);
  for (const folder of FOLDERS) copyFolder(folder, own);
  const main = await bundle(root, "main.ts", NAMED, own);
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--quiet",
      "--config",
      `${own}/deno.json`,
      "--no-check",
      ...["read", "write", "net", "env", "sys"].map((name) => `--allow-${name}`),
      ...[...NAMED.map(bundledName), ...FOLDERS].flatMap((path) => ["--include", `${own}/${path}`]),
      ...(await unreadFiles(own)).flatMap((path) => ["--exclude", path]),
      ...(target === undefined ? [] : ["--target", target]),
      "--output",
      output,
      main,
    ],
  });
  return (await command.spawn().status).code;
}

const own = Deno.makeTempDirSync();
try {
  Deno.exitCode = await compile(own);
} finally {
  Deno.removeSync(own, { recursive: true });
}
