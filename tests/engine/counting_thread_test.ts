import { assertEquals, assertRejects } from "@std/assert";
import { CountingThread } from "../../src/engine/counting_thread.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Ingestion } from "../../src/engine/ingestion.ts";
import type { EngineSettings } from "../../src/engine/messages.ts";
import type { Summary } from "../../src/record/summary.ts";
import { engineSettings } from "./settings.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;

function settingsFor(files: string[]): EngineSettings {
  return engineSettings({ files, stopWords: ["widget"] });
}

async function countedHere(files: string[]): Promise<Summary> {
  const engine = new Engine(settingsFor(files), { notice() {} });
  await engine.run(new AbortController().signal);
  return engine.summary();
}

async function countedApart(files: string[]): Promise<Summary> {
  const settings = settingsFor(files);
  const thread = new CountingThread(settings);
  const ingestion = new Ingestion(settings, { notice() {} }, (batch) => thread.add(batch));
  await ingestion.run(new AbortController().signal);
  const { summary, details } = await thread.summary(ingestion.reading(), 5);
  assertEquals(details.map(({ id }) => id), summary.patterns.top.slice(0, 5).map(({ id }) => id));
  return summary;
}

async function withFile(lines: Iterable<string>, look: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".log" });
  try {
    await Deno.writeTextFile(path, [...lines].join("\n") + "\n");
    await look(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("what is counted in a thread of its own is what the engine counts itself", async () => {
  const files = [...Deno.readDirSync(SAMPLES)].map(({ name }) => SAMPLES + name).sort();
  assertEquals(await countedApart(files), await countedHere(files));
});

Deno.test("shared fields, escapes, long lines and text beside the input cross to the thread", async () => {
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] };
  const logRecords = Array.from({ length: 900 }, (_, at) => ({
    timeUnixNano: `${1_700_000_000_000 + at}000000`,
    severityNumber: 9 + (at % 3) * 4,
    body: { stringValue: `widget ${at} sold` },
    attributes: [{ key: `k${at % 7}`, value: { intValue: `${at}` } }],
  }));
  const lines = [
    JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope: { name: "till" }, logRecords }] }] }),
    ...Array.from(
      { length: 700 },
      (_, at) =>
        JSON.stringify({ time: 1_700_000_000 + at, msg: `said "no\n${at}"`, "a\nb": at % 5, é: "ü" }),
    ),
    JSON.stringify({
      time: 1_700_000_900,
      msg: "x".repeat(900_000),
      level: "error",
      nested: { deep: { er: [1, 2] } },
    }),
    `{"log":"{\\"level\\":\\"warn\\",\\"msg\\":\\"inside\\"}\\n","stream":"stdout","time":"2026-01-02T03:04:05.6Z"}`,
  ];
  await withFile(lines, async (path) => {
    const here = await countedHere([path]);
    assertEquals(here.records > 1_600, true);
    assertEquals(await countedApart([path]), here);
  });
});

Deno.test("keys that are numbered anew because there are too many keep their names across", async () => {
  const lines = Array.from({ length: 600 }, (_, row) => {
    const fields = Array.from({ length: 60 }, (_, at) => `"key${row}_${at}":1`);
    return `{"level":"info","msg":"row","steady":"yes",${fields.join(",")}}`;
  });
  await withFile(lines, async (path) => {
    const summary = await countedApart([path]);
    assertEquals(summary.attributes[0], {
      key: "steady",
      count: 600,
      distinct: 1,
      exact: true,
      values: [{ value: "yes", count: 600 }],
    });
  });
});

Deno.test("more batches than there are slots wait for their turn, and none is lost", async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `2026-01-02T03:04:05Z INFO job ${at} done`);
  await withFile(lines, async (path) => {
    const summary = await countedApart([path]);
    assertEquals([summary.records, summary.patterns.top[0].count], [40_000, 40_000]);
  });
});

Deno.test("a thread that cannot count says why", async () => {
  const thread = new CountingThread({ memorySize: 10_000, stopWords: [null as unknown as string] });
  await assertRejects(() => thread.summary({ lines: 0, bytes: 0, sources: [] }, 0), Error, "normalize");
});
