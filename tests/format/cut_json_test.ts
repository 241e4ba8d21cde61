import { assert, assertEquals } from "@std/assert";
import { endCutJson } from "../../src/format/json/cut_json.ts";
import { MAX_LINE_BYTES } from "../../src/record/bounds.ts";
import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { readText } from "./case_reader.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

Deno.test("JSON cut anywhere is ended to JSON that holds what stood before the cut", () => {
  const whole = {
    time: "2026-11-20T08:00:00Z",
    level: "info",
    n: [1, { a: "x\\" }, [true, null]],
    msg: 'é "quoted" \\ \u0001 😀 end',
    o: { deep: { deeper: 12.5 } },
  };
  for (const text of [JSON.stringify(whole), JSON.stringify(whole, null, 2)]) {
    const bytes = encoder.encode(text);
    for (let cut = 2; cut < bytes.length; cut++) {
      if ((bytes[cut] & 0xc0) === 0x80) continue;
      const batch = new Batch(4096, 4096, new KeyTable());
      batch.bytes.set(bytes.subarray(0, cut));
      const from = endCutJson(batch, 0, cut);
      const read = JSON.parse(decoder.decode(batch.bytes.subarray(from, batch.side)));
      if (cut > text.indexOf("Z")) assert(whole.time === read.time || cut === text.indexOf("Z") + 1);
      if (read.msg !== undefined) assert(whole.msg.startsWith(read.msg), read.msg);
    }
  }
});

Deno.test("a JSON line longer than a line can be has the time, the severity and the beginning of its message", () => {
  const long = "x".repeat(MAX_LINE_BYTES + 100);
  const [first, second] = readText(
    `{"time":"2026-11-20T08:00:00Z","level":"error","n":1,"msg":"${long}","late":2}\n{"level":"info","msg":"next"}\n`,
  );
  assertEquals([first.time, first.severity, first.format], ["2026-11-20T08:00:00.000Z", "ERROR 17", "json"]);
  assert(String(first.body).length > MAX_LINE_BYTES - 100 && /^x+$/.test(String(first.body)));
  assertEquals(first.attributes, { n: 1 });
  assertEquals(second, { severity: "INFO 9", body: "next", format: "json" });
  const [cutInField] = readText(`{"level":"warn","msg":"short","data":"${long}"}\n`);
  assertEquals([cutInField.severity, cutInField.body], ["WARN 13", "short"]);
});
