import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { FollowSource } from "../../src/source/follow_source.ts";
import { Collector } from "./collector.ts";

const WRITER = new URL("writer.ts", import.meta.url).pathname;

async function withFollowed(
  run: (path: string, lines: Collector) => Promise<void>,
  begin = "",
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "app.log");
  Deno.writeTextFileSync(path, begin);
  const source = new FollowSource("app.log", path);
  try {
    await run(path, new Collector(source));
  } finally {
    source.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function append(path: string, text: string): void {
  Deno.writeTextFileSync(path, text, { append: true });
}

for (
  const [kind, pause] of [["rename", 120], ["copy-truncate", 0], ["delete", 120], [
    "rename,copy-truncate,delete",
    120,
  ]] as const
) {
  Deno.test(`a writer that rotates by ${kind} loses no line and none is read twice`, () =>
    withFollowed(async (path, collector) => {
      const rotations = 12;
      const writer = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--quiet",
          "--no-config",
          "--allow-read",
          "--allow-write",
          WRITER,
          path,
          kind,
          `${rotations}`,
          "500",
          `${pause}`,
        ],
      }).spawn();
      await collector.until(() => collector.lines.length >= rotations * 500, 15_000);
      assert((await writer.status).success);
      await collector.until(() => !collector.step());
      const expected = Array.from(
        { length: rotations * 500 },
        (_, i) => `2026-11-20T08:00:00.000Z INFO line ${i + 1} of the rotation`,
      );
      assertEquals(collector.all, expected);
    }));
}
