import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { JsonFormat } from "../../src/format/json/json.ts";
import { FormatTester } from "./format_tester.ts";

Deno.test("times of a minute that was seen before are read as those of one that was not", () => {
  const warm = new FormatTester((context) => new JsonFormat(context));
  const two = (most: number) => fc.nat(most).map((n) => String(n).padStart(2, "0"));
  const time = fc.tuple(
    fc.constantFrom("2026-11-20T08:00", "2026-11-20 08:00", "2026-11-20T08:01", "1969-12-31T23:59"),
    two(61),
    fc.oneof(
      fc.constantFrom("", ".", ",5"),
      fc.stringMatching(/^[.,][0-9]{1,12}$/),
    ),
    fc.constantFrom("Z", "", "+02:00", "-0330", "+02:0", " x"),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 2, maxLength: 6 }), (times) => {
      for (const [minute, second, fraction, zone] of times) {
        const line = JSON.stringify({ time: `${minute}:${second}${fraction}${zone}`, msg: "m" });
        const cold = new FormatTester((context) => new JsonFormat(context));
        const a = warm.record(line);
        const b = cold.record(line);
        assertEquals(
          [a.time, a.nanos, a.fraction, a.timeText],
          [b.time, b.nanos, b.fraction, b.timeText],
          line,
        );
        assertEquals(a.attributes, b.attributes);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("all digits of a fraction are kept, whatever their number", () => {
  const tester = new FormatTester((context) => new JsonFormat(context));
  for (
    const [fraction, millis, nanos] of [["1", 100, 0], ["123456", 123, 456000], ["000000001", 0, 1]] as const
  ) {
    for (let round = 0; round < 2; round++) {
      const record = tester.record(`{"time":"2026-11-20T08:00:07.${fraction}+01:00","msg":"m"}`);
      assertEquals(record.time, Date.UTC(2026, 10, 20, 7, 0, 7, millis));
      assertEquals([record.nanos, record.fraction], [nanos, fraction.length]);
    }
  }
});
