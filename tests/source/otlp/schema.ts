import { fromFileUrl } from "@std/path";
import protobuf from "protobufjs";

/** The messages of `proto/`, as protobufjs reads them: an encoder that shares nothing with the one that is tested. */
const root = new protobuf.Root();
root.resolvePath = (_origin, target) =>
  `${fromFileUrl(new URL("../../../proto", import.meta.url))}/${target}`;
root.loadSync([
  "opentelemetry/proto/collector/logs/v1/logs_service.proto",
  "google/rpc/status.proto",
], { keepCase: false });

const REQUEST = root.lookupType("opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest");
const RESPONSE = root.lookupType("opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse");
const STATUS = root.lookupType("google.rpc.Status");
const RETRY_INFO = root.lookupType("google.rpc.RetryInfo");

const PLAIN = { longs: String, enums: Number, bytes: String, defaults: false } as const;

/** A request as `ExportLogsServiceRequest` of protobufjs takes it: ids and bytes as bytes, 64-bit integers as strings. */
// deno-lint-ignore no-explicit-any
export type Json = any;

export function encodeRequest(request: Json): Uint8Array<ArrayBuffer> {
  return new Uint8Array(REQUEST.encode(REQUEST.fromObject(request)).finish());
}

export function decodeRequest(bytes: Uint8Array): Json {
  return REQUEST.toObject(REQUEST.decode(bytes), PLAIN);
}

export function decodeResponse(bytes: Uint8Array): Json {
  return RESPONSE.toObject(RESPONSE.decode(bytes), PLAIN);
}

export function decodeStatus(bytes: Uint8Array): Json {
  return STATUS.toObject(STATUS.decode(bytes), PLAIN);
}

/** The delay in seconds that a Status with RetryInfo names; null for one without. */
export function retryDelay(bytes: Uint8Array): number | null {
  const { details } = STATUS.toObject(STATUS.decode(bytes), { longs: Number }) as Json;
  if (!details) return null;
  if (details[0].typeUrl !== "type.googleapis.com/google.rpc.RetryInfo") return null;
  return (RETRY_INFO.toObject(RETRY_INFO.decode(details[0].value), { longs: Number }) as Json).retryDelay
    .seconds;
}
