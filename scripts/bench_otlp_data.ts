import { fromFileUrl } from "@std/path";
import protobuf from "protobufjs";

/** Records of a request, as the SDKs send them by default. */
export const BATCH = 512;

const WORDS = ["cart", "order", "payment", "session", "cache", "index", "queue", "user"];
const METHODS = ["GET", "POST", "PUT"];
const PATHS = ["/api/orders", "/api/cart", "/api/users/17", "/health"];

function attribute(key: string, value: string | number) {
  return { key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } };
}

function record(n: number) {
  const nanos = String(1_795_161_600_000_000_000n + BigInt(n) * 1_234_567n);
  const word = WORDS[n % WORDS.length];
  const bodies = [
    `request finished in ${n % 97} ms`,
    `user ${n * 7919 % 10_007} logged in from 10.0.${n % 250}.${n % 199}`,
    `${word} not found for key ${word}:${n * 31 % 5003}`,
    `connection to db-${n % 7} lost, retrying in ${n % 13} s`,
  ];
  return {
    timeUnixNano: nanos,
    observedTimeUnixNano: nanos,
    severityNumber: [9, 9, 9, 13, 17][n % 5],
    severityText: ["INFO", "INFO", "INFO", "WARN", "ERROR"][n % 5],
    body: { stringValue: bodies[n % 4] },
    attributes: [
      attribute("http.request.method", METHODS[n % 3]),
      attribute("url.path", PATHS[n % 4]),
      attribute("http.response.status_code", [200, 200, 404, 500][n % 4]),
      attribute("user.id", String(n * 7919 % 10_007)),
    ],
    traceId: new Uint8Array(16).map((_, at) => (n * 31 + at * 17 + 1) & 255),
    spanId: new Uint8Array(8).map((_, at) => (n * 13 + at * 7 + 1) & 255),
  };
}

const request = {
  resourceLogs: [{
    resource: {
      attributes: [
        attribute("service.name", "shop"),
        attribute("host.name", "web-1"),
        attribute("deployment.environment.name", "bench"),
      ],
    },
    scopeLogs: [{
      scope: { name: "bench", version: "1.0.0" },
      logRecords: Array.from({ length: BATCH }, (_, n) => record(n)),
    }],
  }],
};

/** The request in protobuf, encoded by protobufjs with the schema in `proto/`. */
export function protobufRequest(): Uint8Array {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => `${fromFileUrl(new URL("../proto", import.meta.url))}/${target}`;
  root.loadSync("opentelemetry/proto/collector/logs/v1/logs_service.proto");
  const type = root.lookupType("opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest");
  return type.encode(type.fromObject(request)).finish();
}

/** The request in JSON, ids in hexadecimal. */
export function jsonRequest(): Uint8Array {
  const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = JSON.stringify(request, (_key, value) => value instanceof Uint8Array ? hex(value) : value);
  return new TextEncoder().encode(text);
}
