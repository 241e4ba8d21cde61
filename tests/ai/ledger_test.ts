import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { Budget } from "../../src/ai/budget.ts";
import { targetsOf } from "../../src/ai/choose_provider.ts";
import { AiFailure } from "../../src/ai/failure.ts";
import { costIn, Ledger, tokensOn } from "../../src/ai/ledger.ts";
import { fakeClock, makeSettings } from "./make_settings.ts";

const USAGE = { input: 100, cached: 0, output: 20 };

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("what several processes use at once is all counted", () =>
  inFolder(async (folder) => {
    const program = `
      import { Ledger } from ${JSON.stringify(new URL("../../src/ai/ledger.ts", import.meta.url).href)};
      const ledger = new Ledger(Deno.args[0]);
      for (let n = 0; n < 20; n++) await ledger.add("2026-11-21", "p", { input: 1, cached: 0, output: 1 }, 0.5);`;
    const script = `${folder}/add.ts`;
    await Deno.writeTextFile(script, program);
    const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
    const runs = [1, 2, 3].map(() =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", "--config", config, script, `${folder}/state`],
        stderr: "inherit",
      }).output()
    );
    for (const { success } of await Promise.all(runs)) assertEquals(success, true);
    const book = await new Ledger(`${folder}/state`).read();
    assertEquals(book["2026-11-21"].p, { requests: 60, input: 60, cached: 0, output: 60, cost: 30 });
    const left = Array.from(Deno.readDirSync(`${folder}/state`), ({ name }) => name).sort();
    assertEquals(left, ["ai-usage.json", "ai-usage.lock"]);
  }));

Deno.test("a damaged ledger is set aside, which is told once, and old days are let go", () =>
  inFolder(async (folder) => {
    const damaged = '{"days": {"2026-11-2';
    await Deno.writeTextFile(`${folder}/ai-usage.json`, damaged);
    const ledger = new Ledger(folder);
    assertEquals(await ledger.read(), {});
    assertEquals(ledger.takeNotice(), null);
    await ledger.add("2026-08-01", "p", USAGE, null);
    assertStringIncludes(ledger.takeNotice() ?? "", "is kept as ai-usage.json.damaged");
    assertEquals(ledger.takeNotice(), null);
    assertEquals(await Deno.readTextFile(`${folder}/ai-usage.json.damaged`), damaged);
    for (let day = 1; day <= 28; day++) {
      for (const month of ["08", "09", "10"]) {
        await ledger.add(`2026-${month}-${String(day).padStart(2, "0")}`, "p", USAGE, null);
      }
    }
    assertEquals(Object.keys(await ledger.read()).sort()[0], "2026-08-23");
  }));

Deno.test("where nothing can be kept the limits hold for the process, and that is told once", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/state`, "a file where a folder should be");
    const ledger = new Ledger(`${folder}/state`);
    const budget = new Budget(makeSettings({ WEIR_AI_DAILY_TOKEN_LIMIT: "300" }), ledger, fakeClock());
    const target = targetsOf(makeSettings({ WEIR_AI_PROVIDER: "ollama" }))[0];
    assertStringIncludes(await budget.enter(target, USAGE, null) ?? "", "cannot be saved in");
    assertEquals(await budget.enter(target, USAGE, null), null);
    await assertRejects(() => budget.allow(100), AiFailure, "240 of 300 tokens");
  }));

Deno.test("the daily limit refuses before anything is sent, and says how much is left", () =>
  inFolder(async (folder) => {
    const ledger = new Ledger(folder);
    const settings = makeSettings({ WEIR_AI_DAILY_TOKEN_LIMIT: "1000", WEIR_AI_AUTO_DOWNGRADE: "true" });
    const budget = new Budget(settings, ledger, fakeClock());
    const target = targetsOf(makeSettings({ WEIR_AI_PROVIDER: "ollama" }))[0];
    assertEquals(await budget.allow(700), { near: false });
    assertEquals(await budget.allow(900), { near: true });
    await budget.enter(target, { input: 800, cached: 0, output: 50 }, null);
    const failure = await assertRejects(() => budget.allow(200), AiFailure);
    assertEquals(failure.failure, "budget");
    assertStringIncludes(failure.message, "850 of 1,000 tokens for today are used");
  }));

Deno.test("the warning comes once a day, whoever passes the mark", () =>
  inFolder(async (folder) => {
    const settings = makeSettings({ WEIR_AI_WARN_AT_USAGE: "150" });
    const clock = fakeClock();
    const target = targetsOf(makeSettings({ WEIR_AI_PROVIDER: "ollama" }))[0];
    const enter = () => new Budget(settings, new Ledger(folder), clock).enter(target, USAGE, 0.25);
    assertEquals(await enter(), null);
    assertStringIncludes(await enter() ?? "", "240 tokens were used today");
    assertEquals(await enter(), null);
    clock.time += 86_400_000;
    assertEquals(await enter(), null);
    assertStringIncludes(await enter() ?? "", "240 tokens");
    const book = await new Ledger(folder).read();
    assertEquals([costIn(book, "2026-11", "ollama"), costIn(book, "2026-11", "other")], [1.25, 0]);
    assertEquals(Object.keys(book).map((day) => tokensOn(book, day)), [360, 240]);
  }));

Deno.test("a provider over its cost limit of the month is not asked", () =>
  inFolder(async (folder) => {
    const settings = makeSettings({}, "providers: {a: {provider: ollama, cost_limit: 1}}");
    const budget = new Budget(settings, new Ledger(folder), fakeClock());
    const target = targetsOf(settings)[0];
    assertEquals(await budget.overCost(target), null);
    await budget.enter(target, USAGE, 1.5);
    assertStringIncludes(
      (await budget.overCost(target))?.message ?? "",
      "a has cost $1.50 this month; its limit is $1.00",
    );
  }));
