import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";

const ROOT = fromFileUrl(new URL("../..", import.meta.url));
const SAMPLES = [
  "gateway-access.log",
  "hosts.syslog",
  "inventory.log",
  "orders.log",
  "payments.jsonl",
  "shipping.log",
];

async function demo(...args: string[]) {
  const program = Deno.env.get("WEIR_PROGRAM");
  const command = program ? [program] : [Deno.execPath(), "run", "-A", "--quiet", `${ROOT}/main.ts`];
  const { code, stdout, stderr } = await new Deno.Command(command[0], {
    args: [...command.slice(1), "demo", ...args],
    env: { NO_COLOR: "1", WEIR_FILE: "elsewhere.log", WEIR_FOLLOW: "true" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), error: decoder.decode(stderr) };
}

Deno.test("weir demo without a terminal reports on the sample logs, whatever files are set", async () => {
  const { code, out, error } = await demo();
  assertEquals([code, error], [0, ""]);
  assertMatch(out, /^[\d,]+ records from 6 sources/);
  for (const name of SAMPLES) assertStringIncludes(out, name);
  assertStringIncludes(out, "charge failed");
});

Deno.test("weir demo --write keeps the sample logs in the folder it names", async () => {
  const parent = await Deno.makeTempDir();
  try {
    const { code, error } = await demo("--write", `${parent}/logs`);
    assertEquals([code, error], [0, `weir: The sample logs are in ${parent}/logs\n`]);
    const written = [...Deno.readDirSync(`${parent}/logs`)].map(({ name }) => name).sort();
    assertEquals(written, SAMPLES);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});

Deno.test("the sample logs are read whole: every line has a format, every record its time", async () => {
  const { code, out } = await demo();
  assertEquals(code, 0);
  const sources = out.slice(out.indexOf("\nSources"));
  assertEquals(/plain|without a time/.exec(sources), null);
});
