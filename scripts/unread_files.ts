/** What packages hold that no program reads. */
const UNREAD = /\.(?:tsx?|[cm]ts|map|md|flow)$/;

/** The part of a lock file that tells what a package needs: `name` or `name@version` each. */
interface Locked {
  npm: Record<string, { dependencies?: readonly string[] }>;
}

/**
 * The files in the packages of the configuration in `folder` that no program reads: types, sources, their maps and manuals, as the
 * runtime keeps them. The native program holds all that it carries along in memory.
 */
export async function unreadFiles(folder: string): Promise<string[]> {
  const { imports } = JSON.parse(Deno.readTextFileSync(`${folder}/deno.json`)) as {
    imports: Record<string, string>;
  };
  const { npm } = JSON.parse(Deno.readTextFileSync(`${folder}/deno.lock`)) as Locked;
  const wanted = Object.values(imports).map((specifier) =>
    /^npm:((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1] ?? specifier
  );
  const packages = new Set<string>();
  for (let name; (name = wanted.pop()) !== undefined;) {
    const found = npm[name] !== undefined ? name : Object.keys(npm).find((id) => id.startsWith(`${name}@`));
    if (found === undefined || packages.has(found)) continue;
    packages.add(found);
    wanted.push(...npm[found].dependencies ?? []);
  }
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { npmCache: string };
  const files: string[] = [];
  for (const { name: registry } of Deno.readDirSync(npmCache)) {
    for (const id of packages) {
      const at = id.lastIndexOf("@");
      addUnread(`${npmCache}/${registry}/${id.slice(0, at)}/${id.slice(at + 1)}`, files);
    }
  }
  return files;
}

function addUnread(folder: string, files: string[]): void {
  try {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) addUnread(path, files);
      else if (UNREAD.test(name)) files.push(path);
    }
  } catch (error) {
    // It came from another registry.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
