import { assertEquals } from "@std/assert";
import { Input } from "../../src/engine/input.ts";
import { lineReading } from "../../src/engine/line_reading.ts";
import { newestTime } from "../../src/engine/newest.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { offsetsOfZone } from "../../src/format/time/time_zone.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { FileSource } from "../../src/source/file_source.ts";
import { NOTHING, type Source } from "../../src/source/source.ts";
import { StreamSource } from "../../src/source/stream_source.ts";
import { TempFolder } from "../source/temp_folder.ts";

/** Neither renames nor removes a file that is open. */
const WINDOWS = Deno.build.os === "windows";

const encoder = new TextEncoder();

/** A pipe that brings the lines and stays open. */
function openPipe(name: string, ...lines: string[]): StreamSource {
  return new StreamSource({ name }, async function* () {
    for (const line of lines) yield encoder.encode(line);
    await new Promise<void>(() => {});
  });
}

/** A pipe that brings the lines and ends. */
function endedPipe(name: string, ...lines: string[]): StreamSource {
  return new StreamSource({ name }, async function* () {
    for (const line of lines) yield encoder.encode(line);
  });
}

function newestOf(sources: Source[], tell: (text: string) => void, signal = new AbortController().signal) {
  const keys = new KeyTable();
  const batch = new Batch(INPUT_BYTES, SIDE_BYTES, keys);
  const shared = { keys, names: new FormatNames(), offsetAt: offsetsOfZone("UTC") };
  const inputOf = (source: Source, consume: (batch: Batch) => void) =>
    new Input(
      0,
      source,
      batch,
      (handOver) => lineReading({ ...shared, handOver }, { format: null, customFormats: {} }),
      consume,
    );
  return newestTime(sources, inputOf, signal, (_, text) => tell(text));
}

/** The first bytes of a source that may not be there at once. */
async function beginningOf(source: Source): Promise<string> {
  const into = new Uint8Array(1000);
  let length = source.read(into);
  while (length === NOTHING) {
    await source.wait(new AbortController().signal);
    length = source.read(into);
  }
  return new TextDecoder().decode(into.subarray(0, Math.max(0, length)));
}

function lineOf(time: number, text: string): string {
  return `${new Date(time).toISOString()} INFO ${text}\n`;
}

Deno.test("a pipe that says nothing does not keep those beside it from being read", async () => {
  const before = Date.now();
  const { newest, sources } = await newestOf(
    [openPipe("silent"), openPipe("busy", lineOf(before - 60_000, "a")), endedPipe("short", "b\n")],
    () => {},
  );
  assertEquals(newest >= before, true);
  assertEquals(sources.map(({ name }) => name), ["silent", "busy", "short"]);
  assertEquals((await beginningOf(sources[1])).slice(-7), "INFO a\n");
  assertEquals(await beginningOf(sources[2]), "b\n");
  for (const source of sources) source.close();
});

Deno.test("a pipe that says nothing goes on beside a file with records of now, in whatever order", async () => {
  using folder = new TempFolder();
  const before = Date.now();
  const path = folder.file("app.log", lineOf(before - 60_000, "in a file"));
  const file = Deno.openSync(path);
  const { newest, sources } = await newestOf(
    [openPipe("silent"), new FileSource(path, file, file.statSync())],
    () => {},
  );
  assertEquals(newest >= before, true);
  assertEquals(sources.map(({ name }) => name), ["silent", path]);
  for (const source of sources) source.close();
});

Deno.test("a pipe whose records have no times goes on: they are of when they are received", async () => {
  const before = Date.now();
  const { newest, sources } = await newestOf([openPipe("undated", "hello\n", "world\n")], () => {});
  assertEquals(newest >= before, true);
  assertEquals(await beginningOf(sources[0]), "hello\nworld\n");
  sources[0].close();
});

Deno.test("so does one that is never quiet", async () => {
  const before = Date.now();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const busy = new StreamSource({ name: "busy", release: leave }, async function* () {
    for (let isLeft = false; !isLeft;) {
      yield encoder.encode("still here\n");
      isLeft = await Promise.race([
        left.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 100)),
      ]);
    }
  });
  const { newest, sources } = await newestOf([busy], () => {});
  assertEquals(newest >= before, true);
  sources[0].close();
});

Deno.test("of several pipes each that is still open is told to be waited for", async () => {
  const told: string[] = [];
  const over = new AbortController();
  const old = lineOf(Date.UTC(2026, 0, 1), "old");
  const { newest, sources } = await newestOf(
    [openPipe("one", old), endedPipe("two", old), openPipe("three")],
    (text) => {
      told.push(text.split(" must ")[0]);
      if (told.length === 2) over.abort();
    },
    over.signal,
  );
  assertEquals(told, ["one", "three"]);
  assertEquals(newest, Date.UTC(2026, 0, 1));
  for (const source of sources) source.close();
});

Deno.test(
  "a file that is rotated while it is looked at is the one that is read",
  { ignore: WINDOWS },
  async () => {
    using folder = new TempFolder();
    const path = folder.file("app.log", lineOf(Date.UTC(2026, 0, 1), "before").repeat(10));
    const file = Deno.openSync(path);
    const source = new FileSource(path, file, file.statSync());
    const read = source.read.bind(source);
    source.read = (into) => {
      Deno.renameSync(path, `${path}.1`);
      Deno.writeTextFileSync(path, lineOf(Date.UTC(2026, 0, 2), "after"));
      source.read = read;
      return read(into);
    };
    const { newest, sources } = await newestOf([source], () => {});
    assertEquals(newest, Date.UTC(2026, 0, 1));
    assertEquals(await beginningOf(sources[0]), lineOf(Date.UTC(2026, 0, 1), "before").repeat(10));
    for (const source of sources) source.close();
  },
);

Deno.test("a file that is gone before it is opened a second time is told", { ignore: WINDOWS }, async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", lineOf(Date.UTC(2026, 0, 1), "before"));
  const file = Deno.openSync(path);
  const source = new FileSource(path, file, file.statSync());
  Deno.removeSync(path);
  const told: string[] = [];
  assertEquals((await newestOf([source], (text) => told.push(text))).sources, []);
  assertEquals(told, [`${path}: no such file`]);
});
