import { assertEquals } from "@std/assert";
import { JsonFormat } from "../../src/format/json/json.ts";
import { type ExpectedRecord, FormatTester } from "./format_tester.ts";

/** A line as the logger writes it, and what it says. */
interface Case {
  logger: string;
  line: string;
  record: ExpectedRecord;
}

const T = "2026-11-20T08:00:00.123Z";

const CASES: Case[] = [
  {
    logger: "bunyan",
    line:
      `{"name":"shop","hostname":"web-1","pid":7,"level":50,"err":{"message":"boom","name":"Error"},"msg":"failed","time":"${T}","v":0}`,
    record: {
      time: T,
      severity: 17,
      body: "failed",
      service: "shop",
      host: "web-1",
      attributes: {
        name: "shop",
        hostname: "web-1",
        pid: 7,
        "err.message": "boom",
        "err.name": "Error",
        v: 0,
      },
    },
  },
  {
    logger: "winston, coloured",
    line: `{"level":"\\u001b[32minfo\\u001b[39m","message":"up","timestamp":"${T}","service":"user"}`,
    record: { time: T, severity: 9, body: "up", service: "user", attributes: { service: "user" } },
  },
  {
    logger: "zap",
    line:
      `{"level":"dpanic","ts":1795161600.123456,"caller":"app/main.go:7","msg":"bad","stacktrace":"a\\n\\tb"}`,
    record: {
      time: "2026-11-20T08:00:00.123Z",
      severity: 18,
      body: "bad",
      attributes: { caller: "app/main.go:7", stacktrace: "a\n\tb" },
    },
  },
  {
    logger: "zerolog",
    line: `{"level":"warn","time":1795161600,"message":"slow","took":1.25}`,
    record: { time: "2026-11-20T08:00:00.000Z", severity: 13, body: "slow", attributes: { took: 1.25 } },
  },
  {
    logger: "slog with a severity of its own",
    line:
      `{"time":"2026-11-20T09:00:00.123456789+01:00","level":"INFO+2","source":{"function":"main.main","file":"/a.go","line":9},"msg":"m"}`,
    record: {
      time: T,
      severity: 11,
      body: "m",
      attributes: { "source.function": "main.main", "source.file": "/a.go", "source.line": 9 },
    },
  },
  {
    logger: "logrus",
    line: `{"animal":"walrus","level":"fatal","msg":"gone","time":"2026-11-20T08:00:00Z"}`,
    record: {
      time: "2026-11-20T08:00:00.000Z",
      severity: 21,
      body: "gone",
      attributes: { animal: "walrus" },
    },
  },
  {
    logger: "structlog",
    line:
      `{"user":null,"event":"signed in","level":"critical","logger":"auth","timestamp":"2026-11-20T08:00:00.123456Z"}`,
    record: { time: T, severity: 21, body: "signed in", attributes: { user: null, logger: "auth" } },
  },
  {
    logger: "loguru",
    line:
      `{"text":"2026 | hi\\n","record":{"elapsed":{"seconds":0.1},"exception":null,"extra":{},"level":{"icon":"i","name":"SUCCESS","no":25},"line":3,"message":"hi","time":{"repr":"2026-11-20 08:00:00.123000+00:00","timestamp":1795161600.123}}}`,
    record: {
      time: T,
      severity: 9,
      body: "hi",
      attributes: {
        text: "2026 | hi\n",
        "record.elapsed.seconds": 0.1,
        "record.exception": null,
        "record.extra": { json: "{}" },
        "record.level.icon": "i",
        "record.level.no": 25,
        "record.line": 3,
        "record.time.repr": "2026-11-20 08:00:00.123000+00:00",
      },
    },
  },
  {
    logger: "python-json-logger",
    line:
      `{"asctime": "2026-11-20 08:00:00,123", "levelname": "WARNING", "name": "app.db", "message": "late"}`,
    record: { time: T, severity: 13, body: "late", attributes: { name: "app.db" } },
  },
  {
    logger: "Rust's tracing",
    line:
      `{"timestamp":"2026-11-20T08:00:00.123456Z","level":"TRACE","fields":{"message":"tick","n":1},"target":"app::clock","span":{"name":"run"},"spans":[{"name":"run"}]}`,
    record: {
      time: T,
      severity: 1,
      body: "tick",
      attributes: {
        "fields.n": 1,
        target: "app::clock",
        "span.name": "run",
        spans: { json: '[{"name":"run"}]' },
      },
    },
  },
  {
    logger: "log4j's JsonLayout",
    line:
      `{"instant":{"epochSecond":1795161600,"nanoOfSecond":123456789},"thread":"main","level":"ERROR","loggerName":"a.B","message":"no","endOfBatch":false,"threadId":1}`,
    record: {
      time: T,
      severity: 17,
      body: "no",
      attributes: { thread: "main", loggerName: "a.B", endOfBatch: false, threadId: 1 },
    },
  },
  {
    logger: "logback's logstash encoder",
    line:
      `{"@timestamp":"2026-11-20T08:00:00.123Z","@version":"1","message":"ready","logger_name":"a.B","thread_name":"main","level":"DEBUG","level_value":10000,"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7"}`,
    record: {
      time: T,
      severity: 5,
      body: "ready",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      spanId: "00f067aa0ba902b7",
      attributes: { "@version": "1", logger_name: "a.B", thread_name: "main", level_value: 10000 },
    },
  },
  {
    logger: "Serilog's compact form: the level left out, the message still a template",
    line: `{"@t":"${T}","@mt":"User {Name} took {Ms:0.0} ms {{ok}} {Gone}","Name":"Z\\u00eb","Ms":12.5}`,
    record: {
      time: T,
      severity: 9,
      body: "User Zë took 12.5 ms {ok} {Gone}",
      attributes: { Name: "Zë", Ms: 12.5 },
    },
  },
  {
    logger: "Serilog's rendered compact form",
    line:
      `{"@t":"${T}","@m":"done","@i":"a1","@l":"Warning","@x":"System.Exception: x","@tr":"4bf92f3577b34da6a3ce929d0e0e4736","@sp":"00f067aa0ba902b7"}`,
    record: {
      time: T,
      severity: 13,
      body: "done",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      spanId: "00f067aa0ba902b7",
      attributes: { "@i": "a1", "@x": "System.Exception: x" },
    },
  },
  {
    logger: "Serilog's JSON",
    line:
      `{"Timestamp":"2026-11-20T09:00:00.1230000+01:00","Level":"Fatal","MessageTemplate":"a {B}","RenderedMessage":"a 1","Properties":{"B":1}}`,
    record: {
      time: T,
      severity: 21,
      body: "a 1",
      attributes: { MessageTemplate: "a {B}", "Properties.B": 1 },
    },
  },
  {
    logger: ".NET's console, its plus sign escaped",
    line:
      `{"Timestamp":"2026-11-20T09:00:00.123\\u002B01:00","EventId":14,"LogLevel":"Critical","Category":"Host","Message":"stop","State":{"Message":"stop","n":1}}`,
    record: {
      time: T,
      severity: 21,
      body: "stop",
      attributes: { EventId: 14, Category: "Host", "State.Message": "stop", "State.n": 1 },
    },
  },
  {
    logger: "ECS",
    line:
      `{"@timestamp":"${T}","log.level":"info","message":"hit","ecs.version":"1.6.0","service":{"name":"shop"},"trace":{"id":"4bf92f3577b34da6a3ce929d0e0e4736"},"host":{"name":"h"},"event.dataset":"x"}`,
    record: {
      time: T,
      severity: 9,
      body: "hit",
      service: "shop",
      host: "h",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      attributes: { "ecs.version": "1.6.0", "service.name": "shop", "host.name": "h", "event.dataset": "x" },
    },
  },
  {
    logger: "Google Cloud, structured",
    line:
      `{"severity":"NOTICE","timestamp":"2026-11-20T08:00:00.123456789Z","jsonPayload":{"message":"deployed","rev":3},"logging.googleapis.com/trace":"projects/p/traces/4bf92f3577b34da6a3ce929d0e0e4736","httpRequest":{"status":200}}`,
    record: {
      time: T,
      severity: 10,
      body: "deployed",
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      attributes: { "jsonPayload.rev": 3, "httpRequest.status": 200 },
    },
  },
  {
    logger: "Google Cloud, seconds and nanoseconds",
    line: `{"severity":"ERROR","timestamp":{"seconds":1795161600,"nanos":123000000},"textPayload":"x y"}`,
    record: { time: T, severity: 17, body: "x y" },
  },
  {
    logger: "journald",
    line:
      `{"__REALTIME_TIMESTAMP":"1795161600123456","PRIORITY":"3","_HOSTNAME":"box","SYSLOG_IDENTIFIER":"sshd","MESSAGE":"denied","_PID":"7"}`,
    record: {
      time: T,
      severity: 17,
      body: "denied",
      service: "sshd",
      host: "box",
      attributes: { _HOSTNAME: "box", SYSLOG_IDENTIFIER: "sshd", _PID: "7" },
    },
  },
  {
    logger: "journald, a message in bytes",
    line: `{"MESSAGE":[27,91,51,49,109,65,10],"PRIORITY":"2","__REALTIME_TIMESTAMP":"1795161600123456"}`,
    record: { time: T, severity: 18, body: "\x1b[31mA\n" },
  },
  {
    logger: "Caddy's access log",
    line:
      `{"level":"info","ts":1795161600.123,"logger":"http.log.access","msg":"handled request","request":{"method":"GET","uri":"/"},"status":500}`,
    record: {
      time: T,
      severity: 9,
      body: "handled request",
      attributes: { logger: "http.log.access", "request.method": "GET", "request.uri": "/", status: 500 },
    },
  },
  {
    logger: "nginx, as JSON by its own format",
    line: `{"time_local":"20/Nov/2026:08:00:00 +0000","request":"GET /a HTTP/1.1","status":"404","host":"h"}`,
    record: {
      time: "2026-11-20T08:00:00.000Z",
      severity: 13,
      body: "GET /a HTTP/1.1",
      host: "h",
      attributes: { status: "404", host: "h" },
    },
  },
  {
    logger: "MongoDB",
    line:
      `{"t":{"$date":"2026-11-20T09:00:00.123+01:00"},"s":"D2","c":"NETWORK","id":22943,"ctx":"listener","msg":"Connection accepted","attr":{"remote":"127.0.0.1:1"}}`,
    record: {
      time: T,
      severity: 5,
      body: "Connection accepted",
      attributes: { c: "NETWORK", id: 22943, ctx: "listener", "attr.remote": "127.0.0.1:1" },
    },
  },
  {
    logger: "Graylog",
    line: `{"version":"1.1","host":"h","short_message":"m","timestamp":1795161600.123,"level":4,"_app":"x"}`,
    record: {
      time: T,
      severity: 13,
      body: "m",
      host: "h",
      service: "x",
      attributes: { version: "1.1", host: "h", _app: "x" },
    },
  },
  {
    logger: "OpenTelemetry's names",
    line:
      `{"Timestamp":"${T}","SeverityText":"Information","SeverityNumber":10,"Body":"b","TraceId":"00000000000000000000000000000000","SpanId":"00f067aa0ba902b7"}`,
    record: {
      time: T,
      severity: 10,
      body: "b",
      spanId: "00f067aa0ba902b7",
      attributes: { TraceId: "00000000000000000000000000000000" },
    },
  },
  {
    logger: "Datadog",
    line: `{"timestamp":"${T}","status":"error","message":"m","dd":{"trace_id":"123456789","service":"s"}}`,
    record: {
      time: T,
      severity: 17,
      body: "m",
      service: "s",
      traceId: "123456789",
      attributes: { status: "error", "dd.service": "s" },
    },
  },
  {
    logger: "no severity, no time: what has such a name but means something else",
    line: `{"time":"12ms","level":3,"msg":"level up","date":"tomorrow","s":"I","trace_id":"none of that"}`,
    record: {
      body: "level up",
      attributes: { time: "12ms", level: 3, date: "tomorrow", s: "I", trace_id: "none of that" },
    },
  },
  {
    logger: "several candidates: the better name wins, the others stay",
    line:
      `{"log":"l","ts":"2026-11-20T07:00:00Z","time":"${T}","lvl":"debug","level":"warn","message":"m","msg":"n"}`,
    record: {
      time: T,
      severity: 13,
      body: "m",
      attributes: { log: "l", ts: "2026-11-20T07:00:00Z", lvl: "debug", msg: "n" },
    },
  },
];

for (const { logger, line, record } of CASES) {
  Deno.test(`JSON of ${logger}`, () => {
    const tester = new FormatTester((context) => new JsonFormat(context));
    assertEquals(tester.records(line), [record]);
    // Once more over what was learned from the first time.
    assertEquals(tester.records(line), [record]);
  });
}

Deno.test("all loggers of one reader, in turns", () => {
  const tester = new FormatTester((context) => new JsonFormat(context));
  for (let round = 0; round < 3; round++) {
    for (const { line, record } of CASES) assertEquals(tester.records(line), [record]);
  }
});
