import { assertEquals } from "@std/assert";
import { DockerFormat } from "../../src/format/envelope/docker.ts";
import { JsonFormat } from "../../src/format/json/json.ts";
import { CUT_BYTES } from "../../src/format/json/json_envelope.ts";
import { NO, PARTIAL } from "../../src/format/line_format.ts";
import { SternFormat } from "../../src/format/envelope/stern.ts";
import { readText } from "./case_reader.ts";
import { FormatTester } from "./format_tester.ts";

const docker = () =>
  new FormatTester((context) => new DockerFormat(context), (context) => new JsonFormat(context));

Deno.test("docker: plain text inside keeps the envelope's time and stream", () => {
  assertEquals(
    docker().records(
      `{"log":"he said \\"hi\\"\\n","stream":"stderr","time":"2026-11-20T08:00:00.123456789Z"}`,
    ),
    [{
      time: "2026-11-20T08:00:00.123Z",
      body: 'he said "hi"',
      attributes: { "log.iostream": "stderr" },
    }],
  );
});

Deno.test("docker: JSON inside is read, its own time wins, labels are attributes", () => {
  const line = JSON.stringify({
    log: `{"level":"warn","time":"2026-11-20T07:00:00Z","msg":"a\\tb","n":1,"service":"s"}\r\n`,
    stream: "stdout",
    attrs: { tag: "x" },
    time: "2026-11-20T08:00:00Z",
  });
  assertEquals(docker().records(line), [{
    time: "2026-11-20T07:00:00.000Z",
    severity: 13,
    body: "a\tb",
    service: "s",
    attributes: { n: 1, service: "s", "log.iostream": "stdout", "attrs.tag": "x" },
  }]);
  assertEquals(docker().record(line).raw, line);
});

Deno.test("docker: the pieces of a long line are one record", () => {
  const piece = (log: string) => JSON.stringify({ log, stream: "stdout", time: "2026-11-20T08:00:00Z" });
  const first = piece("a\t".repeat(CUT_BYTES / 2));
  const second = piece("é".repeat(CUT_BYTES / 2));
  const last = piece("end\n");
  const tester = docker();
  assertEquals(tester.read(first).verdict, PARTIAL);
  assertEquals(tester.read(`${first}\n${second}`).verdict, PARTIAL);
  const record = tester.record([first, second, last].join("\n"));
  assertEquals(record.body, "a\t".repeat(CUT_BYTES / 2) + "é".repeat(CUT_BYTES / 2) + "end");
  assertEquals(record.attributes.get("log.iostream"), "stdout");
  assertEquals(tester.read(`${first}\nnot docker's`).verdict, NO);
});

Deno.test("what a shipper made of a container's line: the pod's fields and the line inside", () => {
  const line = JSON.stringify({
    "@timestamp": "2026-11-20T08:00:00.000Z",
    log: "plain text\n",
    kubernetes: { pod_name: "p-1", container_name: "shop", host: "node-1" },
  });
  assertEquals(docker().records(line), [{
    time: "2026-11-20T08:00:00.000Z",
    body: "plain text",
    service: "shop",
    host: "node-1",
    attributes: {
      "kubernetes.pod_name": "p-1",
      "kubernetes.container_name": "shop",
      "kubernetes.host": "node-1",
    },
  }]);
});

Deno.test("JSON leaves containers' lines to their format, and those leave it all other JSON", () => {
  const json = new FormatTester((context) => new JsonFormat(context));
  const line = `{"log":"x\\n","stream":"stdout","time":"2026-11-20T08:00:00Z"}`;
  assertEquals(json.read(line).verdict, NO);
  for (
    const other of [`{"msg":"x","stream":"stdout"}`, `{"log":"x"}`, `{"log":{"a":1},"stream":"s"}`, "text"]
  ) {
    assertEquals(docker().read(other).verdict, NO, other);
  }
  assertEquals(docker().read(line.slice(0, 40)).verdict, NO);
  assertEquals(json.records(`{"log":{"a":1},"stream":"s"}`)[0].attributes, { "log.a": 1, stream: "s" });
});

Deno.test("stern: the message is read, pod, container and node are told", () => {
  const tester = new FormatTester(
    (context) => new SternFormat(context),
    (context) => new JsonFormat(context),
  );
  const line =
    `{"message":"{\\"level\\":\\"error\\",\\"msg\\":\\"m\\"}\\n","nodeName":"n1","namespace":"ns","podName":"p","containerName":"c"}`;
  assertEquals(tester.records(line), [{
    severity: 17,
    body: "m",
    service: "c",
    host: "n1",
    attributes: { nodeName: "n1", namespace: "ns", podName: "p", containerName: "c" },
  }]);
});

Deno.test("docker: entries without a newline are pieces of one line where others have one", () => {
  const entry = (log: string, stream = "stdout") =>
    JSON.stringify({ log, stream, time: "2026-11-20T08:00:00Z" });
  const bodies = (...entries: string[]) => readText(`${entries.join("\n")}\n`).map(({ body }) => body);
  assertEquals(
    bodies(entry("one "), entry("line\n"), entry("a "), entry("b "), entry("c\n"), entry("cut off")),
    ["one line", "a b c", "cut off"],
  );
  // A shipper that takes the newlines away has whole lines.
  assertEquals(bodies(entry("one"), entry("two"), entry("three")), ["one", "two", "three"]);
  assertEquals(bodies(entry("whole\n"), entry("out "), entry("error\n", "stderr")), [
    "whole",
    "out ",
    "error",
  ]);
});
