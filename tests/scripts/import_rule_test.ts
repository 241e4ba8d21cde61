import { assertEquals } from "@std/assert";
import { findBreaches } from "../../scripts/import_rule.ts";

function problems(files: Record<string, string>): string[] {
  return findBreaches(new Map(Object.entries(files))).map(({ file, line, problem }) =>
    `${file}:${line}: ${problem}`
  );
}

Deno.test("a room may import what stands below it and nothing else", () => {
  const files = {
    "src/record/batch.ts": `import { paint } from "../terminal/buffer.ts";\n`,
    "src/terminal/buffer.ts": "export const paint = 1;\n",
    "src/query/match.ts": `import { Batch } from "../record/batch.ts";\n`,
    "src/report/text.ts": `\n\nexport { run } from "../engine/engine.ts";\n`,
    "src/report/json.ts":
      `import { a } from "../engine/messages.ts";\nimport { b } from "../engine/messages/rows.ts";\n`,
    "src/dashboard/state.ts": `const late = () => import("../source/source.ts");\n`,
    "src/cli/report.ts": `import "../terminal/buffer.ts";\n`,
    "src/app.ts": `import "./cli/report.ts";\n`,
    "tests/record/batch_test.ts": `import "../../src/cli/report.ts";\n`,
  };
  assertEquals(problems(files), [
    "src/record/batch.ts:1: src/record must not import src/terminal/buffer.ts",
    "src/report/text.ts:3: src/report must not import src/engine/engine.ts",
    "src/dashboard/state.ts:1: src/dashboard must not import src/source/source.ts",
  ]);
});

Deno.test("an import over several lines is read, and told at its first line", () => {
  assertEquals(problems({ "src/query/a.ts": `import {\n  one,\n  two,\n} from "../format/b.ts";\n` }), [
    "src/query/a.ts:1: src/query must not import src/format/b.ts",
  ]);
});

Deno.test("what is loaded later obeys the rule, and is what its type says", () => {
  const call = (typed: string, named: string) =>
    `const one = 1;\nconst { Rules } = await loadLater<typeof import("${typed}")>("${named}");\n`;
  assertEquals(
    problems({
      "src/cli/a.ts": call("./rules.ts", "../cli/rules.ts"),
      "src/cli/b.ts": call("./rules.ts", "../engine/rules.ts"),
      "src/app.ts": call("./cli/rules.ts", "../cli/rules.ts"),
      "src/query/c.ts": call("../report/html.ts", "../report/html.ts"),
    }),
    [
      "src/cli/b.ts:2: loads src/engine/rules.ts as if it were src/cli/rules.ts",
      "src/query/c.ts:2: src/query must not import src/report/html.ts",
    ],
  );
});

Deno.test("some rooms may import types of another, but no values", () => {
  assertEquals(
    problems({
      "src/source/a.ts": `import type { Settings } from "../settings/settings.ts";\n`,
      "src/source/b.ts": `import { type Settings } from "../settings/settings.ts";\n`,
      "src/source/c.ts": `import { type Settings, load } from "../settings/settings.ts";\n`,
    }),
    [`src/source/c.ts:1: src/source may import types alone from src/settings: use "import type"`],
  );
});

Deno.test("a circle of imports is told once, and a lazy import closes none", () => {
  const files = {
    "src/record/a.ts": `import "./b.ts";\n`,
    "src/record/b.ts": `import "./c.ts";\n`,
    "src/record/c.ts": `// the first one again\nimport "./a.ts";\n`,
    "src/cli/registry.ts": `const help = () => import("./help.ts");\n`,
    "src/cli/help.ts": `import "./registry.ts";\n`,
  };
  assertEquals(problems(files), [
    "src/record/c.ts:2: imports go in a circle: src/record/a.ts → src/record/b.ts → src/record/c.ts → src/record/a.ts",
  ]);
});

Deno.test("files and folders without a purpose in their names, and rooms without a rule, are told", () => {
  assertEquals(
    problems({
      "src/record/utils.ts": "",
      "tests/helpers/a.ts": "",
      "src/record/commonest.ts": "",
      "src/attic/a.ts": `import "../record/utils.ts";`,
    }),
    [
      "src/record/utils.ts:1: name a file or folder after its purpose",
      "tests/helpers/a.ts:1: name a file or folder after its purpose",
      "src/attic/a.ts:1: src/attic is no room that the import rule knows",
    ],
  );
});
