import { assertEquals, assertThrows } from "@std/assert";
import { glance, readArguments } from "../../src/cli/arguments.ts";
import { defineCommand } from "../../src/cli/command.ts";
import { windowOptions } from "../../src/cli/moment.ts";
import { readOptions } from "../../src/cli/options.ts";
import { whereOption } from "../../src/cli/where.ts";
import { UserError } from "../../src/record/user_error.ts";
import { boolean, choice, text } from "../../src/settings/kinds.ts";

const report = defineCommand({
  options: {
    output: { kind: choice("text", "json"), short: "-o", default: "text", help: "how" },
    members: { kind: boolean(), help: "with members" },
    where: { kind: text("<filter>"), repeatable: true, help: "what" },
    ...windowOptions,
  },
  examples: [],
  run: () => Promise.resolve(0),
});

const shell = defineCommand({
  options: {},
  operands: { placeholder: "<shell>", least: 1, most: 1, choices: ["bash", "fish"] },
  examples: [],
  run: () => Promise.resolve(0),
});

/** Settings as `flag=value` in the order given; files in a list. */
function settingsIn(...args: string[]): string[] {
  return readArguments(args, "report", report).flags.map(({ flag, raw }) => {
    if (raw.kind === "text") return `${flag}=${raw.text}`;
    return raw.kind === "list"
      ? `${flag}=[${raw.items.map((item) => item.kind === "text" && item.text)}]`
      : "";
  });
}

function optionsIn(...args: string[]) {
  return readOptions(report.options, readArguments(args, "report", report).options);
}

function mistake(...args: string[]): string {
  const error: UserError = assertThrows(() => optionsIn(...args), UserError);
  return error.message;
}

Deno.test("a value stands behind its flag, behind an equals sign, or at a short flag", () => {
  assertEquals(settingsIn("--skin", "nord"), ["--skin=nord"]);
  assertEquals(settingsIn("--skin=nord"), ["--skin=nord"]);
  assertEquals(settingsIn("--ai-model=a=b"), ["--ai-model=a=b"]);
  assertEquals(settingsIn("--ai-model="), ["--ai-model="]);
  assertEquals(settingsIn("-s", "nord"), ["-s=nord"]);
  assertEquals(settingsIn("-snord"), ["-s=nord"]);
  assertEquals(settingsIn("-s=nord"), ["-s=nord"]);
  assertEquals(settingsIn("-b", "-5"), ["-b=-5"]);
  assertEquals(settingsIn("-f", "-"), ["-f=-"]);
});

Deno.test("a switch is on, off by --no-, or what it says; short ones join", () => {
  assertEquals(settingsIn("--follow"), ["--follow=true"]);
  assertEquals(settingsIn("--no-follow"), ["--no-follow=false"]);
  assertEquals(settingsIn("--follow=false", "--follow=maybe"), ["--follow=false", "--follow=maybe"]);
  assertEquals(settingsIn("-tf", "a.log"), ["-t=true", "-f=a.log"]);
  assertEquals(settingsIn("-tb9"), ["-t=true", "-b=9"]);
});

Deno.test("plain arguments are files that are not split at commas, also behind --", () => {
  assertEquals(settingsIn("a,b.log", "-", "--", "--follow"), [
    "argument=[a,b.log]",
    "argument=[-]",
    "argument=[--follow]",
  ]);
});

Deno.test("a command's own options have their types and defaults", () => {
  assertEquals(optionsIn(), {
    output: "text",
    members: false,
    where: [],
    since: undefined,
    until: undefined,
  });
  assertEquals(
    optionsIn("-o", "json", "--members", "--where", "a", "--where=b", "--since=15m", "--until", "14:00"),
    {
      output: "json",
      members: true,
      where: ["a", "b"],
      since: { kind: "before", ms: 900_000, text: "15m" },
      until: { kind: "clock", ms: 50_400_000, text: "14:00" },
    },
  );
  assertEquals(optionsIn("--since", "2026-11-21T14:00:00Z").since, {
    kind: "exact",
    ms: Date.UTC(2026, 10, 21, 14),
    text: "2026-11-21T14:00:00Z",
  });
});

Deno.test("a filter may begin with a hyphen, and a flag is none", () => {
  const filtered = defineCommand({
    options: { ...whereOption },
    examples: [],
    run: () => Promise.resolve(0),
  });
  const where = (...args: string[]) => {
    const { options } = readArguments(args, "parse", filtered);
    return readOptions(filtered.options, options).where;
  };
  assertEquals(where("--where", "-user=*"), "-user=*");
  assertEquals(where("--where", "-heartbeat -(poll or ping)"), "-heartbeat -(poll or ping)");
  for (const flag of ["--follow", "-f", "-"]) {
    assertThrows(() => where("--where", flag), UserError, "--where needs a value");
  }
});

Deno.test("mistakes are told with what is right", () => {
  assertEquals(mistake("--skim", "nord"), "Unknown flag '--skim'; did you mean --skin?");
  assertEquals(mistake("--outptu=json"), "Unknown flag '--outptu'; did you mean --output?");
  assertEquals(mistake("-z"), "Unknown flag '-z'");
  assertEquals(mistake("--no-skin"), "Unknown flag '--no-skin'; did you mean --skin?");
  assertEquals(mistake("--no-folow"), "Unknown flag '--no-folow'; did you mean --no-follow?");
  assertEquals(mistake("--theme", "nord"), "Unknown flag '--theme'; did you mean --skin?");
  assertEquals(mistake("--json"), "Unknown flag '--json'; did you mean --output json?");
  assertEquals(mistake("--filter", "x"), "Unknown flag '--filter'; did you mean --where?");
  assertEquals(mistake("--no-color"), "Unknown flag '--no-color'; did you mean NO_COLOR=1?");
  assertEquals(mistake("-vh"), "-v cannot be combined with other letters");
  assertEquals(mistake("--skin"), "--skin needs a value: --skin <name>, the name of one of the skins");
  assertEquals(mistake("-s", "--follow"), "-s needs a value: -s <name>, the name of one of the skins");
  assertEquals(mistake("--output", "xml"), "Cannot set --output to 'xml': must be one of text, json");
  assertEquals(
    mistake("--since", "noon"),
    "Cannot set --since to 'noon': must be a time (2026-11-21T14:00, 14:00) or a span back from the newest record (15m)",
  );
});

Deno.test("a secret on the command line is refused without being repeated", () => {
  const hint = "--api-key is not a flag; set api-key with OPENAI_API_KEY or in the configuration file";
  assertEquals(mistake("--api-key", "sk-123"), hint);
  assertEquals(mistake("--api-key=sk-123"), hint);
});

Deno.test("the operands of a command are counted and checked", () => {
  const read = (...args: string[]) => readArguments(args, "completions", shell).operands;
  assertEquals(read("bash"), ["bash"]);
  const messages = [[], ["bash", "fish"], ["bsah"]].map((args) => {
    const error: UserError = assertThrows(() => read(...args), UserError);
    return error.message;
  });
  assertEquals(messages, [
    "weir completions needs <shell>: one of bash, fish",
    "weir completions takes <shell>, not 'fish'",
    "weir completions does not know 'bsah': one of bash, fish; did you mean bash?",
  ]);
});

Deno.test("glance() finds the first plain argument behind the values of flags, and calls for help", () => {
  const none = { help: false, version: false };
  assertEquals(glance([]), { operand: -1, ...none });
  assertEquals(glance(["--skin", "nord", "report"]), { operand: 2, ...none });
  assertEquals(glance(["--skin=nord", "-tf", "a", "--follow", "report", "x"]), { operand: 4, ...none });
  assertEquals(glance(["--", "report"]), { operand: -1, ...none });
  assertEquals(glance(["report", "-h"]), { operand: 0, help: true, version: false });
  assertEquals(glance(["-v"]), { operand: -1, help: false, version: true });
  assertEquals(glance(["-f", "--help"]).operand, -1);
});
