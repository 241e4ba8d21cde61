import { assert, assertEquals, assertMatch } from "@std/assert";
import { besideMessage } from "../../src/dashboard/beside_message.ts";
import { messageOf } from "../../src/dashboard/columns.ts";
import { entryLines } from "../../src/dashboard/entry_lines.ts";
import type { Line } from "../../src/dashboard/spans.ts";
import type { ColumnName, State } from "../../src/dashboard/state.ts";
import type { Row } from "../../src/engine/messages.ts";
import { type AttributeValue, EMPTY_RECORD } from "../../src/record/log_record.ts";
import { Driver } from "./driver.ts";

const { state } = new Driver(160, 45, { records: 10 });

/** What stands behind a message of a record with these attributes. */
function beside(
  attributes: Record<string, AttributeValue>,
  { format = "json", message = "request done", shown = state }: {
    format?: string;
    message?: string;
    shown?: Pick<State, "columns">;
  } = {},
): string {
  const record = {
    ...EMPTY_RECORD,
    body: message,
    service: "shop",
    attributes: new Map(Object.entries(attributes)),
  };
  const row: Row = {
    id: { source: 0, sequence: 0 },
    record,
    sourceName: "",
    format,
    pattern: null,
    late: false,
  };
  return besideMessage(row, message, { ...state, ...shown });
}

Deno.test("behind a message stand the attributes that it does not say, without where it is from", () => {
  const attributes = {
    "service.name": "shop",
    app: "shop",
    pid: 7,
    path: "/cart",
    status: 200,
    ok: true,
    note: "",
  };
  assertEquals(beside(attributes), "path=/cart status=200 ok=true");
  assertEquals(beside(attributes, { message: "GET /cart took 7 ms" }), "status=200 ok=true");
  assertEquals(beside(attributes, { format: "cri+logfmt" }), "path=/cart status=200 ok=true");
  // The lines of others hold them.
  assertEquals(beside(attributes, { format: "text" }), "");
  const columns = [...state.columns, { name: "@status" as ColumnName, shown: true }];
  assertEquals(beside(attributes, { shown: { columns } }), "path=/cart ok=true");
});

Deno.test("what is but a part of a word or a number of the message is not said by it", () => {
  const attributes = { code: 500, zone: "hip", status: "ship", took: 250 };
  const all = "code=500 zone=hip status=ship took=250";
  assertEquals(beside(attributes, { message: "order 15003 shipped in 1.250 s, 500.5 MB" }), all);
  assertEquals(beside(attributes, { message: "(500): hip, ship! 250." }), "");
});

Deno.test("behind a request of an access log stands what came of it", () => {
  const attributes = {
    "client.address": "10.0.0.7",
    "http.response.status_code": 404,
    "http.server.request.duration": 0.25,
    "user_agent.original": "curl/8",
  };
  const message = "GET /items/404 HTTP/1.1";
  assertEquals(
    beside(attributes, { format: "prefix+access", message: "GET / HTTP/1.1" }),
    "status=404 duration=0.25",
  );
  assertEquals(beside(attributes, { format: "access", message }), "status=404 duration=0.25");
});

Deno.test("what stands behind a message is of one line, and bounded", () => {
  assertEquals(beside({ "a\u001b[2J": "b\nc\u0007" }), "a␛[2J=b␊c␇");
  assertEquals(beside({ blob: "x".repeat(1000) }).length, 45);
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]));
  assert(beside(many).length < 600);
});

Deno.test("a record without a message says its attributes once, those of where it is from only alone", () => {
  const rowOf = (attributes: Record<string, AttributeValue>): Row => ({
    id: { source: 0, sequence: 0 },
    record: { ...EMPTY_RECORD, body: null, service: "shop", attributes: new Map(Object.entries(attributes)) },
    sourceName: "",
    format: "otlp-json",
    pattern: null,
    late: false,
  });
  const row = rowOf({ "service.name": "shop", "host.name": "app-1", n: 7, path: "/cart" });
  assertEquals(messageOf(row), "n=7 path=/cart");
  assertEquals(besideMessage(row, messageOf(row), state), "");
  assertEquals(messageOf(rowOf({ "service.name": "shop" })), "service.name=shop");
});

Deno.test("a key of any length leaves room behind a message, and stands whole above its value in the details", () => {
  const key = "k".repeat(200);
  assertMatch(beside({ [key]: "v1", path: "/cart" }), /^k+…k+=v1 path=\/cart$/);
  const [row] = state.log.rows;
  const attributes = new Map<string, AttributeValue>([[key, "v1"], ["path", "/cart"]]);
  const lines = entryLines({ ...row, record: { ...row.record, attributes } }, 60, "utc").map(textOf);
  const from = lines.indexOf("k".repeat(60));
  assertEquals(lines.slice(from, from + 6).map((line) => line.trimEnd()), [
    "k".repeat(60),
    "k".repeat(60),
    "k".repeat(60),
    "k".repeat(20),
    "      v1",
    "path  /cart",
  ]);
});

function textOf(line: Line): string {
  return line.map(({ text }) => text).join("");
}
