import { assert, assertEquals } from "@std/assert";
import { unreadFiles } from "../../scripts/unread_files.ts";

const root = `${import.meta.dirname!}/../..`;

/** The files that are left out of a program which imports these of the project's packages. */
async function leftOut(...names: string[]): Promise<string[]> {
  const folder = Deno.makeTempDirSync();
  try {
    const { imports } = JSON.parse(Deno.readTextFileSync(`${root}/deno.json`));
    const used = Object.fromEntries(names.map((name) => [name, imports[name]]));
    Deno.writeTextFileSync(`${folder}/deno.json`, JSON.stringify({ imports: used }));
    Deno.copyFileSync(`${root}/deno.lock`, `${folder}/deno.lock`);
    return await unreadFiles(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("types and maps of the packages that a program needs are left out, of others nothing", async () => {
  const ofYaml = await leftOut("yaml");
  assert(ofYaml.some((path) => path.endsWith(".d.ts")));
  assertEquals(ofYaml.filter((path) => !path.includes("/yaml/") || /\.(?:js|json)$|LICENSE/.test(path)), []);
  // A package that the receiver's own needs.
  const ofReceiver = await leftOut("@grpc/grpc-js");
  assert(ofReceiver.some((path) => path.includes("/protobufjs/") && path.endsWith(".d.ts")));
});
