import { build, stop } from "esbuild";

/** Where files stand that nothing loads by name: as deep as the rooms are. */
const SHARED = "src/bundle";
/** How a file tells where something stands that is loaded or read at run time: it holds from every room. */
const FROM_ANY_ROOM = /["`]\.\.\/\w+\/[^"`]+["`], import\.meta\.url|import\.meta\.dirname\}\/\.\.\/\.\.\//g;

/** What is loaded by its name at run time. */
const NAMED_FILE = /(["`]\.\.\/\w+\/[^"`]+)\.ts(["`])/g;

/** What it is given to load is named so. */
const LOADS_LATER = "src/record/load_later.ts";

/**
 * Bundles the program into `folder`: the files that are loaded by name at run time (`named`, paths in the folder `root`)
 * keep their places, and the hundreds that they and `main` share become some dozens. A program starts the sooner the
 * fewer files it is made of. Packages stay outside.
 *
 * Returns the path that `main` has become. Throws if a file would not find any more what it loads by name.
 */
export async function bundle(
  root: string,
  main: string,
  named: readonly string[],
  folder: string,
): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: main, out: `${SHARED}/${stem(main)}` },
      ...named.map((path) => ({ in: path, out: stem(path) })),
    ],
    outdir: folder,
    chunkNames: `${SHARED}/[name]-[hash]`,
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    splitting: true,
    format: "esm",
    target: "esnext",
    platform: "neutral",
    packages: "external",
    metafile: true,
    logLevel: "warning",
  });
  await stop();
  for (const path of Object.keys(metafile.inputs)) {
    if (path === LOADS_LATER) continue;
    const text = await Deno.readTextFile(`${root}/${path}`);
    if (timesIn(text, /import\.meta/g) !== timesIn(text, FROM_ANY_ROOM)) {
      throw new Error(
        `${path}: what is loaded at run time must be named from the rooms' folder: "../room/file.ts"`,
      );
    }
  }
  for (const path of Object.keys(metafile.outputs)) {
    const output = `${root}/${path}`;
    await Deno.writeTextFile(output, (await Deno.readTextFile(output)).replaceAll(NAMED_FILE, "$1.js$2"));
  }
  return `${folder}/${SHARED}/${bundledName(main)}`;
}

/** What a file is called in the bundle: JavaScript, which the compiler carries along as it is, without a second copy and its map. */
export function bundledName(path: string): string {
  return `${stem(path)}.js`;
}

function stem(path: string): string {
  return path.replace(/\.ts$/, "");
}

function timesIn(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
