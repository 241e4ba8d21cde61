import { assert, assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import { FieldHashes } from "../../src/analysis/field_hashes.ts";
import { NamedCounts } from "../../src/analysis/named_counts.ts";
import { eachBatch, type TestRecord } from "./make_batch.ts";

function servicesOf(records: TestRecord[]): NamedCounts {
  const hashes = new FieldHashes();
  const services = new NamedCounts("service", hashes);
  eachBatch(records, (batch) => {
    hashes.read(batch);
    services.add(batch);
  });
  return services;
}

Deno.test("services are counted by severity, the commonest first, and empty names are none", () => {
  const services = servicesOf([
    { service: "api", severity: 9 },
    { service: "web", severity: 9 },
    { service: "api", severity: 17 },
    { service: "", severity: 9 },
    { severity: 9 },
  ]);
  assertEquals(services.snapshot(), [
    { name: "api", count: 2, severities: [0, 0, 0, 1, 0, 1, 0] },
    { name: "web", count: 1, severities: [0, 0, 0, 1, 0, 0, 0] },
  ]);
  const others = servicesOf([{ service: "web", severity: 13 }, { service: "db", host: "h1" }]);
  services.merge(others);
  assertEquals(services.snapshot().map(({ name, count }) => [name, count]), [["api", 2], ["web", 2], [
    "db",
    1,
  ]]);
  services.reset();
  assertEquals(services.snapshot(), []);
});

Deno.test("names made at random do not push out a service that is often named", () => {
  const records = Array.from({ length: 20_000 }, (_, i): TestRecord => ({
    service: i % 20 === 0 ? "api" : `pod-${i}`,
    severity: i % 40 === 0 ? 17 : 9,
  }));
  const [api, ...rest] = servicesOf(records).snapshot();
  assertEquals(api.name, "api");
  assertLessOrEqual(api.count, 1000);
  assertGreaterOrEqual(api.count, 1000 - 20_000 / 1001);
  assertEquals(api.severities[5], api.count / 2);
  assert(rest.every(({ count, severities }) => count === 1 && severities[3] === 1));
});

Deno.test("more names than have numbers are counted one by one, each with its severities", () => {
  const records = Array.from({ length: 4500 }, (_, i): TestRecord => ({
    service: `pod-${i % 1500}`,
    severity: i < 1500 ? 9 : 17,
  }));
  const services = servicesOf(records);
  const counts = new Map(
    services.snapshot().map(({ name, count, severities }) => [name, { count, severities }]),
  );
  assertGreaterOrEqual(counts.size, 100);
  for (const one of counts.values()) assertEquals(one, { count: 3, severities: [0, 0, 0, 1, 0, 2, 0] });
  services.merge(servicesOf([{ service: "pod-1499", severity: 17 }]));
  assertEquals(services.snapshot()[0], { name: "pod-1499", count: 4, severities: [0, 0, 0, 1, 0, 3, 0] });
});
