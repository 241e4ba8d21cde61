import { fromFileUrl } from "@std/path";

export const ROOT = fromFileUrl(new URL("../..", import.meta.url));

/** The program from source, or the one that `WEIR_PROGRAM` names. */
export function weir(
  args: string[],
  variables: Record<string, string> = {},
  stdin: "null" | "piped" = "null",
) {
  const program = Deno.env.get("WEIR_PROGRAM");
  const command = program ? [program] : [Deno.execPath(), "run", "-A", "--quiet", `${ROOT}/main.ts`];
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: "/nowhere",
    NO_COLOR: "1",
    ...cacheOfDeno(),
    ...variables,
  };
  return new Deno.Command(command[0], {
    args: [...command.slice(1), ...args],
    clearEnv: true,
    env,
    stdin,
    stdout: "piped",
    stderr: "piped",
  });
}

function cacheOfDeno(): Record<string, string> {
  const folder = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  return { DENO_DIR: folder };
}

/** Runs it to its end, with `input` by a pipe if there is some. */
export async function run(args: string[], variables?: Record<string, string>, input?: string) {
  const process = weir(args, variables, input === undefined ? "null" : "piped").spawn();
  if (input !== undefined) {
    const writer = process.stdin.getWriter();
    // Nobody may read it.
    await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  }
  const { code, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), error: decoder.decode(stderr) };
}
