import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";

const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));

interface Diff {
  before: { name: string; records: number };
  after: { name: string; records: number };
  new: { template: string; after: number; significant: boolean }[];
  vanished: { template: string }[];
  more: { template: string; ratio: number }[];
  less: { template: string }[];
  severities: { severity: string }[];
  otherSeverity: { template: string }[];
  attributes: {
    key: string;
    value: string;
    before: number;
    after: number;
    recordsBefore: number;
    recordsAfter: number;
  }[];
  numbers: { name: string; before: { median: number }; after: { median: number } }[];
}

async function diff(...args: string[]): Promise<Diff> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", MAIN, "diff", "--output", "json", ...args],
    stdin: "null",
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** Ten minutes with a routine; `extra` are lines more, at equal distances. */
function log(start: string, milliseconds: number, extra: readonly string[]): string {
  const lines: [number, string][] = [];
  const say = (count: number, text: (i: number) => string) => {
    for (let i = 0; i < count; i++) lines.push([i * 600_000 / count, text(i)]);
  };
  say(400, (i) => `INFO GET /items/${i} 200 in ${milliseconds + (i * 37) % 20} ms`);
  say(200, (i) => `INFO order ${i * 7919 % 10_000} stored by worker ${i % 5}`);
  say(60, (i) => `WARN retry of job ${i * 31}`);
  say(40, (i) => `DEBUG cache holds ${i % 7} entries`);
  extra.forEach((text, i) => lines.push([i * 600_000 / extra.length, text]));
  lines.sort((x, y) => x[0] - y[0]);
  const from = Date.parse(start);
  return lines.map(([at, text]) => `${new Date(from + at).toISOString()} ${text}\n`).join("");
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

Deno.test("two logs: what is new, gone, more frequent and slower, and nothing else", async () => {
  await inFolder(async (folder) => {
    const gone = times(30, (i) => `INFO lease ${i} renewed`);
    await Deno.writeTextFile(`${folder}/a.log`, log("2026-11-20T08:00:00Z", 30, gone));
    const fresh = times(25, (i) => `ERROR disk ${i} is full`);
    const more = times(240, (i) => `WARN retry of job ${i * 17}`);
    await Deno.writeTextFile(`${folder}/b.log`, log("2026-11-20T09:00:00Z", 90, [...fresh, ...more]));
    const found = await diff(`${folder}/a.log`, `${folder}/b.log`);
    assertEquals(found.new.map(({ template, after, significant }) => [template, after, significant]), [
      ["disk <num> is full", 25, true],
    ]);
    assertEquals(found.vanished.map(({ template }) => template), ["lease <num> renewed"]);
    assertEquals(found.more.map(({ template, ratio }) => [template, Math.round(ratio)]), [
      ["retry of job <num>", 5],
    ]);
    assertEquals(found.less, []);
    assertEquals(found.severities.map(({ severity }) => severity).sort(), ["ERROR", "INFO", "WARN"]);
    const slower = found.numbers.filter(({ before, after }) => after.median > 2 * before.median);
    assertEquals(slower.length, 1);
  });
});

Deno.test("that one in eight requests takes far longer is a shift, that one in two hundred does is none", async () => {
  await inFolder(async (folder) => {
    const requests = (start: string, perMille: number) =>
      times(800, (i) => {
        const ms = (30 + i * 7919 % 41) * (i * 7919 % 1009 < perMille ? 9 : 1);
        return `${new Date(Date.parse(start) + i * 700).toISOString()} INFO page ${i} served in ${ms} ms\n`;
      }).join("");
    await Deno.writeTextFile(`${folder}/a.log`, requests("2026-11-20T08:00:00Z", 0));
    await Deno.writeTextFile(`${folder}/b.log`, requests("2026-11-20T09:00:00Z", 125));
    await Deno.writeTextFile(`${folder}/c.log`, requests("2026-11-20T09:00:00Z", 5));
    const shifted = async (name: string) =>
      (await diff(`${folder}/a.log`, `${folder}/${name}`)).numbers.map(({ before, after }) =>
        after.median / before.median < 1.3
      );
    assertEquals(await shifted("b.log"), [true]);
    assertEquals(await shifted("c.log"), []);
  });
});

Deno.test("values of attributes whose share changed are told, once; ids, measurements and what is as ever are not", async () => {
  await inFolder(async (folder) => {
    const requests = (seed: number, isNew: (i: number) => boolean) =>
      times(1000, (i) => {
        const spread = (i * 7919 + seed) % 1009;
        const failed = isNew(i) && spread % 3 === 0;
        return JSON.stringify({
          time: new Date(Date.UTC(2026, 10, 20, 8) + i * 700).toISOString(),
          level: "info",
          msg: "request done",
          request_id: `r-${seed}-${i}`,
          pid: seed,
          version: isNew(i) ? "2.1" : "2.0",
          region: ["eu", "us", "ap"][spread % 3],
          status: failed ? 502 : 200,
          took_ms: 20 + spread % 17,
        }) + "\n";
      }).join("");
    await Deno.writeTextFile(`${folder}/a.log`, requests(100, () => false));
    await Deno.writeTextFile(`${folder}/b.log`, requests(301, (i) => i % 5 < 2));
    const { attributes, numbers } = await diff(`${folder}/a.log`, `${folder}/b.log`);
    assertEquals(
      attributes.slice(0, 2).map(({ key, value, before, after, recordsBefore, recordsAfter }) => [
        key,
        value,
        before,
        after,
        recordsBefore,
        recordsAfter,
      ]),
      [["version", "2.1", 0, 400, 1000, 1000], ["version", "2.0", 1000, 600, 1000, 1000]],
    );
    assertEquals(attributes.slice(2).map(({ key, value }) => `${key}=${value}`), ["status=502"]);
    // A status is no measurement.
    assertEquals(numbers, []);
  });
});

Deno.test("a log and itself have no difference", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.log`, log("2026-11-20T08:00:00Z", 30, []));
    const { before, after, ...found } = await diff(`${folder}/a.log`, `${folder}/a.log`);
    assertEquals(before, after);
    for (const [what, changes] of Object.entries(found)) {
      if (Array.isArray(changes)) assertEquals(changes, [], what);
    }
  });
});

Deno.test("two windows of one log, a pattern whose severity changed among them", async () => {
  await inFolder(async (folder) => {
    const before = log("2026-11-20T08:00:00Z", 30, times(50, (i) => `WARN pool ${i} is full`));
    const after = log("2026-11-20T08:10:00Z", 30, times(50, (i) => `ERROR pool ${i} is full`));
    await Deno.writeTextFile(`${folder}/app.log`, before + after);
    const found = await diff("--since", "2026-11-20T08:10:00Z", "-f", `${folder}/app.log`);
    assertEquals(found.otherSeverity.map(({ template }) => template), ["pool <num> is full"]);
    assertEquals([found.new, found.vanished], [[], []]);
    assert(found.severities.some(({ severity }) => severity === "ERROR"));
    // Each side is named by what was read; which part of it, its times say.
    const side = { name: `${folder}/app.log`, records: 750 };
    for (const { name, records } of [found.before, found.after]) assertEquals({ name, records }, side);
  });
});

Deno.test("of an empty side all is told, and that there was nothing to compare with", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.log`, "");
    await Deno.writeTextFile(`${folder}/b.log`, log("2026-11-20T08:00:00Z", 30, []));
    const changed = await diff(`${folder}/a.log`, `${folder}/b.log`);
    assert(changed.new.length >= 4);
    assertEquals([changed.vanished.length, changed.severities.length], [0, 0]);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", MAIN, "diff", `${folder}/a.log`, `${folder}/b.log`],
      stdin: "null",
    }).output();
    assertEquals(code, 0);
    assert(new TextDecoder().decode(stdout).includes("Nothing to compare: before has no records"));
  });
});
