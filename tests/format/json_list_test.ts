import { assertEquals } from "@std/assert";
import { readLive, readText } from "./case_reader.ts";

const T = "2026-11-20T08:00:00";
const record = (number: number) => ({
  timestamp: `${T}.${number}00Z`,
  severity: "ERROR",
  message: `m${number}`,
});
const list = [0, 1, 2].map(record);
const told = ["m0", "m1", "m2"];

const bodies = (text: string) => readText(text).map(({ body }) => body);

Deno.test("an export's list is read record by record, however it is laid out", () => {
  const exports: Record<string, unknown> = {
    "gcloud": list,
    "CloudTrail": { Records: list },
    "Azure": { records: list },
    "CloudWatch": { events: list, nextForwardToken: "f/1", searchedLogStreams: [{ name: "a" }] },
    "kubectl": { apiVersion: "v1", items: list, kind: "List", metadata: { resourceVersion: "" } },
    "Elasticsearch": {
      took: 3,
      hits: { total: { value: 3 }, hits: list.map((_source) => ({ _id: "1", _source })) },
    },
    "Datadog": { data: list.map((attributes) => ({ id: "1", attributes })), meta: { page: {} } },
  };
  for (const [name, value] of Object.entries(exports)) {
    for (const indent of [0, 2, "\t"]) {
      const text = `${JSON.stringify(value, null, indent)}\n`;
      assertEquals(bodies(text), told, `${name}, indented by ${indent}`);
      assertEquals(readLive(text).length >= 3, true);
    }
  }
  const lines = list.map((one) => JSON.stringify(one)).join(",\n");
  assertEquals(bodies(`[\n${lines}\n]\n`), told);
  assertEquals(bodies(`{"events":[\n${lines}\n]}\n`), told);
});

Deno.test("a list of more lines than a record may have is read to its end, and what follows it", () => {
  const many = Array.from({ length: 900 }, (_, number) => ({ ...record(number % 10), labels: { number } }));
  const text = `${JSON.stringify({ entries: many }, null, 2)}\n${JSON.stringify(record(1))}\n`;
  const records = readText(text);
  assertEquals(records.length, 901);
  assertEquals(records[899].attributes, { "labels.number": 899 });
  assertEquals(records[900].body, "m1");
});

Deno.test("an object whose list holds no records with times stays one record", () => {
  for (const items of [[{ sku: "a" }], [{ level: "error", message: "no time" }], [1, 2], []]) {
    for (const indent of [0, 2]) {
      const text = JSON.stringify({ id: 1, items }, null, indent);
      assertEquals(bodies(`${text}\n`), [text]);
    }
  }
  // A record by itself keeps its list.
  const own = { time: `${T}Z`, level: "info", msg: "batch", results: list };
  assertEquals(bodies(`${JSON.stringify(own)}\n`), ["batch"]);
  assertEquals(bodies(`${JSON.stringify(own, null, 2)}\n`), ["batch"]);
});

Deno.test("each record of a list has its place, its times and its attributes", () => {
  const text = `${JSON.stringify(list, null, 2)}\n`;
  assertEquals(readText(text)[1], {
    time: `${T}.100Z`,
    severity: "ERROR 17",
    body: "m1",
    format: "json",
  });
});
