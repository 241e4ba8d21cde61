import { assertEquals } from "@std/assert";
import { JsonFormat } from "../../src/format/json/json.ts";
import { type ExpectedRecord, FormatTester } from "./format_tester.ts";

const T = "2026-11-20T08:00:00.123Z";

/** What JSON is read as, each line by a reader of its own and once more by the same. */
function reads(title: string, lines: Record<string, ExpectedRecord>): void {
  Deno.test(title, () => {
    for (const [line, record] of Object.entries(lines)) {
      const tester = new FormatTester((context) => new JsonFormat(context));
      assertEquals(tester.records(line), [record], line);
      assertEquals(tester.records(line), [record], line);
    }
  });
}

reads("an HTTP request without a message, or with an empty one, has its request line as the body", {
  [`{"time":"${T}","method":"GET","uri":"/ok?a=1","status":200}`]: {
    time: T,
    severity: 9,
    body: "GET /ok?a=1",
    attributes: { method: "GET", uri: "/ok?a=1", status: 200 },
  },
  [`{"start_time":"${T}","response_code":503,"protocol":"HTTP/1.1","path":"\\/a\\/b","method":"PUT"}`]: {
    time: T,
    severity: 17,
    body: "PUT /a/b HTTP/1.1",
    attributes: { response_code: 503, protocol: "HTTP/1.1", path: "/a/b", method: "PUT" },
  },
  [`{"time":"${T}","method":"GET","path":"/a","msg":""}`]: {
    time: T,
    body: "GET /a",
    attributes: { method: "GET", path: "/a" },
  },
  // The whole target goes before a part of it.
  [`{"ts":"${T}","request":{"method":"POST","path":"/a","uri":"/a?b=1"},"status":404}`]: {
    time: T,
    severity: 13,
    body: "POST /a?b=1",
    attributes: { "request.method": "POST", "request.path": "/a", "request.uri": "/a?b=1", status: 404 },
  },
});

reads("what has a message, or is no request, keeps its body", {
  [`{"time":"${T}","method":"GET","path":"/a","status":200,"msg":"handled request"}`]: {
    time: T,
    severity: 9,
    body: "handled request",
    attributes: { method: "GET", path: "/a", status: 200 },
  },
  [`{"time":"${T}","method":"backup","path":"/var/lib/a"}`]: {
    time: T,
    body: `{"time":"${T}","method":"backup","path":"/var/lib/a"}`,
    attributes: { method: "backup", path: "/var/lib/a" },
  },
  [`{"time":"${T}","method":"GET","path":"users.list"}`]: {
    time: T,
    body: `{"time":"${T}","method":"GET","path":"users.list"}`,
    attributes: { method: "GET", path: "users.list" },
  },
});

reads("a date and a time of the day in fields of their own are one time", {
  '{"date":"2026-10-20","time":"08:00:00.123","msg":"a"}': {
    time: "2026-10-20T08:00:00.123Z",
    body: "a",
  },
  '{"time":"8:00:00 AM","date":"10/20/2026","msg":"b"}': {
    time: "2026-10-20T08:00:00.000Z",
    body: "b",
  },
  // A date beside a whole time means something else, and so does one that does not exist.
  [`{"date":"2026-10-19","time":"${T}","msg":"c"}`]: {
    time: T,
    body: "c",
    attributes: { date: "2026-10-19" },
  },
  '{"date":"2026-10-19","msg":"d"}': { body: "d", attributes: { date: "2026-10-19" } },
});

reads("a time as JavaScript's dates print themselves", {
  '{"timestamp":"Fri Nov 20 2026 09:00:00 GMT+0100 (Central European Standard Time)","msg":"a"}': {
    time: "2026-11-20T08:00:00.000Z",
    body: "a",
  },
});

reads("records in the objects of tools and shippers", {
  [`{"data":{"log_version":3},"info":{"level":"info","msg":"Running with dbt","pid":1,"ts":"${T}"}}`]: {
    time: T,
    severity: 9,
    body: "Running with dbt",
    attributes: { "data.log_version": 3, "info.pid": 1 },
  },
  [`{"id":"A","content":{"timestamp":"${T}","host":"h","service":"s","message":"hi","status":"warn"}}`]: {
    time: T,
    severity: 13,
    body: "hi",
    service: "s",
    host: "h",
    attributes: { id: "A", "content.host": "h", "content.service": "s", "content.status": "warn" },
  },
  [`{"labels":{"app":"x","level":"error"},"line":"boom","timestamp":"${T}"}`]: {
    time: T,
    severity: 17,
    body: "boom",
    attributes: { "labels.app": "x" },
  },
  // What an app says of itself on a telephone is its release.
  [`{"ts":"${T}","lvl":"info","msg":"m","app":"7.3.0"}`]: {
    time: T,
    severity: 9,
    body: "m",
    attributes: { app: "7.3.0" },
  },
  // katip's time has a name that is otherwise a severity's.
  [`{"at":"${T}","env":"prod","msg":"m","sev":"Error"}`]: {
    time: T,
    severity: 17,
    body: "m",
    attributes: { env: "prod" },
  },
  '{"version":"1.1","host":"h","short_message":"m","timestamp":1795161600.123,"level":"4"}': {
    time: T,
    severity: 13,
    body: "m",
    host: "h",
    attributes: { version: "1.1", host: "h" },
  },
  '{"TimeCreated":"\\/Date(1795161600123)\\/","Level":2,"LevelDisplayName":"Error","Message":"m"}': {
    time: T,
    severity: 17,
    body: "m",
    attributes: { Level: 2 },
  },
  '{"timestamp":"1795161600.123","sc-status":"502","cs-method":"GET","cs-uri-stem":"/a"}': {
    time: T,
    severity: 17,
    body: "GET /a",
    attributes: { "sc-status": "502", "cs-method": "GET", "cs-uri-stem": "/a" },
  },
  '{"level":"5","msg":"no name of GELF: a number that means nothing"}': {
    body: "no name of GELF: a number that means nothing",
    attributes: { level: "5" },
  },
});

reads("an object for a message is the body as it stands, and its fields are no attributes", {
  [`{"time":"${T}","message":{"event":"order","id":5,"deep":{"x":1}},"region":"eu"}`]: {
    time: T,
    body: { json: '{"event":"order","id":5,"deep":{"x":1}}' },
    attributes: { region: "eu" },
  },
  [`{"time":"${T}","region":"eu","msg" : { "deep":{"x":"a"}, "id":7}}`]: {
    time: T,
    body: { json: '{ "deep":{"x":"a"}, "id":7}' },
    attributes: { region: "eu" },
  },
});

reads("the ids of W3C's trace context are the record's", {
  [`{"time":"${T}","msg":"m","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}`]: {
    time: T,
    body: "m",
    traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
    spanId: "00f067aa0ba902b7",
  },
  [`{"time":"${T}","msg":"m","traceparent":"00-00000000000000000000000000000000-00f067aa0ba902b7-01"}`]: {
    time: T,
    body: "m",
    attributes: { traceparent: "00-00000000000000000000000000000000-00f067aa0ba902b7-01" },
  },
});

reads("escapes stand for signs, pairs of halves for one, and a half alone for none", {
  [`{"time":"${T}","msg":"\\u20ac5 \\ud83d\\ude00 \\ud83d alone \\ude00 \\u00e9","na\\u006de":"\\ud83d\\ude00"}`]:
    {
      time: T,
      body: "€5 😀 � alone � é",
      attributes: { name: "😀" },
    },
  [`{"@t":"${T}","@mt":"Said \\"{Word}\\" to {User}","Word":"hi \\u20ac","User":"ada"}`]: {
    time: T,
    severity: 9,
    body: 'Said "hi €" to ada',
    attributes: { Word: "hi €", User: "ada" },
  },
});
