/**
 * Makes the sample logs that ship with weir: `deno run -A scripts/make_samples.ts`. Every file is written by a
 * real logger that is told the story of one morning, its clock set to the story's. Needs python3 with pip, go,
 * and mvn with a JDK of 17 or later.
 */
import { writeGateway } from "./samples/gateway.ts";
import { writePayments } from "./samples/payments.ts";
import type { Said } from "./samples/said.ts";
import { tellStory } from "./samples/story.ts";

const here = `${import.meta.dirname}/samples`;
const target = `${import.meta.dirname}/../samples`;

/** Runs a program with lines on its standard input; answers what it printed. */
async function run(program: string, args: string[], lines: string[], env = {}): Promise<string> {
  const stdin = lines.length === 0 ? "null" : "piped";
  const child = new Deno.Command(program, { args, env, cwd: here, stdin, stdout: "piped" }).spawn();
  const input = new Blob(lines.map((line) => `${line}\n`)).stream();
  const [{ success, stdout }] = await Promise.all([
    child.output(),
    lines.length === 0 ? undefined : input.pipeTo(child.stdin),
  ]);
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
  return new TextDecoder().decode(stdout);
}

function asJson(said: readonly Said[]): string[] {
  return said.map((one) => JSON.stringify(one));
}

async function writeHosts(said: readonly Said[], folder: string): Promise<string> {
  await run("pip", [
    "install",
    "--quiet",
    "--root-user-action=ignore",
    "--target",
    folder,
    "rfc5424-logging-handler==1.4.3",
  ], []);
  return await run("python3", ["hosts.py"], asJson(said), { PYTHONPATH: folder, TZ: "UTC" });
}

async function writeOrders(said: readonly Said[], folder: string): Promise<string> {
  const lines = said.map(({ at, level, by = "", failure = "", text }) => {
    const [logger, thread, trace] = by.split(" ");
    return [at, level.toUpperCase(), logger, thread, trace, failure, text].join("\t");
  });
  const args = [
    "-q",
    "-B",
    "-Dstyle.color=never",
    "-f",
    "orders/pom.xml",
    `-DbuildDirectory=${folder}`,
    "compile",
    "exec:java",
  ];
  const out = await run("mvn", args, lines);
  // Maven itself ends with an escape sequence.
  return out.slice(0, out.lastIndexOf("\n") + 1);
}

const story = tellStory();
const folder = await Deno.makeTempDir();
try {
  const files = {
    "gateway-access.log": writeGateway(story.gateway),
    "payments.jsonl": writePayments(story.payments),
    "orders.log": await writeOrders(story.orders, `${folder}/java`),
    "inventory.log": await run("python3", ["inventory.py"], asJson(story.inventory)),
    "shipping.log": await run("go", ["run", "shipping.go"], asJson(story.shipping)),
    "hosts.syslog": await writeHosts(story.hosts, `${folder}/python`),
  };
  await Deno.mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${target}/${name}`, text);
    console.log(`${name}: ${text.split("\n").length - 1} lines, ${text.length} characters`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
