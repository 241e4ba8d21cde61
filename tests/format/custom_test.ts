import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { compileFormat } from "../../src/format/custom.ts";
import { UserError } from "../../src/record/user_error.ts";
import { readText } from "./case_reader.ts";

const OWN = {
  mine: String
    .raw`(?<time>\S+ \S+);(?<severity>\w+);(?<service>[^;]+);(?<http__request__method>\w*);(?P<n>\d*);(?<body>.*)`,
};

Deno.test("a format of one's own is tried first and gives time, severity, service, attributes and body", () => {
  assertEquals(readText("2026-11-20 08:00:00.5;warn;shop;GET;12;hello world\n", OWN), [{
    time: "2026-11-20T08:00:00.500Z",
    severity: "WARN 13",
    body: "hello world",
    attributes: { "service.name": "shop", "http.request.method": "GET", n: 12 },
    service: "shop",
    format: "mine",
  }]);
});

Deno.test("a format of one's own reads text that is not ASCII, and leaves other lines to the rest", () => {
  const [own, other] = readText("2026-11-20 08:00:00;E;café;;;naïve – ü\n2026-11-20 08:00:01 INFO x\n", OWN);
  assertEquals([own.severity, own.service, own.body, own.format], ["ERROR 17", "café", "naïve – ü", "mine"]);
  assertEquals(other.format, "text");
});

Deno.test("a broken expression names the format and what is wrong", () => {
  const broken = assertThrows(() => compileFormat("mine", "(?<body>.*"), UserError);
  assertStringIncludes(broken.message, "formats.mine: not a valid expression");
  const unnamed = assertThrows(() => compileFormat("mine", "(.*)"), UserError);
  assertStringIncludes(unnamed.message, "no named group");
});

Deno.test("groups are found beside others, within what is escaped, and by one name in two alternatives", () => {
  const odd = {
    odd: String
      .raw`(\d+)\(([^(\]\\]|[()])\) (?:<(?<severity>\w+)>|\[(?<severity>\w+)\]) (?<!x)(?<a__b>(\w)\w*) (?<$c>é|\w+) (?<body>.*)`,
  };
  const records = readText("42(() <warn> left é one\n42(a) [error] right right two\n", odd);
  assertEquals(records.map(({ severity, attributes, body }) => ({ severity, attributes, body })), [
    { severity: "WARN 13", attributes: { "a.b": "left", "$c": "é" }, body: "one" },
    { severity: "ERROR 17", attributes: { "a.b": "right", "$c": "right" }, body: "two" },
  ]);
});
