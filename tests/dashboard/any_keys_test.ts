import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { draw } from "../../src/dashboard/draw.ts";
import { BINDINGS } from "../../src/dashboard/keymap.ts";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { cellWidth } from "../../src/terminal/text.ts";
import { Driver } from "./driver.ts";
import { plainLook } from "./plain_look.ts";

type Step = { keys: string[] } | { type: string } | { records: number } | { size: [number, number] };

const key = fc.constantFrom(...BINDINGS.flatMap(({ keys }) => [...keys]), "x", "a", "backspace", "ctrl+w");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => ({ keys })) },
  { weight: 1, arbitrary: fc.constantFrom("order", "status>=5", '"x', "é漢👩‍💻").map((type) => ({ type })) },
  { weight: 2, arbitrary: fc.nat(1500).map((records) => ({ records })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 170 }), fc.integer({ min: 1, max: 50 })).map((size) => ({
      size,
    })),
  },
);

Deno.test("after any keys, records and sizes a screen is drawn, whole and no wider than it is", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const driver = new Driver(120, 36, { records: 300 });
      const kept = new CellBuffer(0, 0);
      const look = plainLook(false);
      for (const step of steps) {
        if ("keys" in step) driver.keys(...step.keys);
        else if ("type" in step) { for (const char of step.type) driver.keys(char); }
        else if ("records" in step) driver.read(Math.max(step.records, driver.engine.count));
        else driver.send({ kind: "resize", width: step.size[0], height: step.size[1] });
        const lines = driver.buffer().lines();
        assertEquals(lines.length, driver.state.height);
        for (const line of lines) assert(cellWidth(line) <= driver.state.width, line);
        // What is left of earlier frames in a buffer, and panels that were not drawn again, make no difference.
        draw(driver.state, kept, look);
        const fresh = driver.buffer(look);
        assertEquals(kept.glyphs, fresh.glyphs);
        assertEquals(kept.styles, fresh.styles);
      }
    }),
    { numRuns: 40 },
  );
});
