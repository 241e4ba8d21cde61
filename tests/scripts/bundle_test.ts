import { assert, assertEquals, assertRejects } from "@std/assert";
import { dirname } from "@std/path";
import { bundle, bundledName } from "../../scripts/bundle.ts";

/** A program of two rooms: its main file loads a worker by name and shares a file with it. */
function program(nameOfWorker: string): string {
  const root = Deno.makeTempDirSync();
  const files: Record<string, string> = {
    "main.ts": `import { start } from "./src/cli/start.ts";\nawait start();\n`,
    "src/cli/start.ts": `import { greeting } from "../record/greeting.ts";
export async function start(): Promise<void> {
  const { answer } = await import(new URL(${JSON.stringify(nameOfWorker)}, import.meta.url).href);
  console.log(greeting, answer);
}
`,
    "src/engine/worker.ts":
      `import { greeting } from "../record/greeting.ts";\nexport const answer: string = greeting + "!";\n`,
    "src/record/greeting.ts": `export const greeting = "hello";\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    Deno.mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${root}/${path}`, text);
  }
  return root;
}

Deno.test("a bundled program finds what it loads by name, and shares what its files share", async () => {
  const root = program("../engine/worker.ts");
  const folder = Deno.makeTempDirSync();
  try {
    const main = await bundle(root, "main.ts", ["src/engine/worker.ts"], folder);
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--quiet", main] })
      .output();
    assertEquals(new TextDecoder().decode(stdout), "hello hello!\n");
    const texts = [main, `${folder}/${bundledName("src/engine/worker.ts")}`].map((path) =>
      Deno.readTextFileSync(path)
    );
    assert(texts.every((text) => !text.includes('"hello"')), "what is shared stands in a file of its own");
  } finally {
    Deno.removeSync(root, { recursive: true });
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a name that would not be found from where the bundled file stands is told", async () => {
  const root = program("./../engine/worker.ts");
  const folder = Deno.makeTempDirSync();
  try {
    await assertRejects(
      () => bundle(root, "main.ts", ["src/engine/worker.ts"], folder),
      Error,
      'src/cli/start.ts: what is loaded at run time must be named from the rooms\' folder: "../room/file.ts"',
    );
  } finally {
    Deno.removeSync(root, { recursive: true });
    Deno.removeSync(folder, { recursive: true });
  }
});
