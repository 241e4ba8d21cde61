import { ProtobufWire } from "./protobuf_wire.ts";

/** What a field holds: another message, or a scalar of the JSON mapping. */
type Kind =
  | keyof typeof MESSAGES
  | "text"
  | "hex"
  | "base64"
  | "bool"
  | "int64"
  | "double"
  | "nanos"
  | "uint32"
  | "number";

interface Field {
  name: string;
  kind: Kind;
  isList?: boolean;
}

/** OTLP's log messages: fields by number (opentelemetry-proto, common, resource and logs). */
const MESSAGES = {
  Resource: {
    1: { name: "attributes", kind: "KeyValue", isList: true },
    2: { name: "droppedAttributesCount", kind: "number" },
  },
  InstrumentationScope: {
    1: { name: "name", kind: "text" },
    2: { name: "version", kind: "text" },
    3: { name: "attributes", kind: "KeyValue", isList: true },
    4: { name: "droppedAttributesCount", kind: "number" },
  },
  LogRecord: {
    1: { name: "timeUnixNano", kind: "nanos" },
    2: { name: "severityNumber", kind: "number" },
    3: { name: "severityText", kind: "text" },
    5: { name: "body", kind: "AnyValue" },
    6: { name: "attributes", kind: "KeyValue", isList: true },
    7: { name: "droppedAttributesCount", kind: "number" },
    8: { name: "flags", kind: "uint32" },
    9: { name: "traceId", kind: "hex" },
    10: { name: "spanId", kind: "hex" },
    11: { name: "observedTimeUnixNano", kind: "nanos" },
    12: { name: "eventName", kind: "text" },
  },
  AnyValue: {
    1: { name: "stringValue", kind: "text" },
    2: { name: "boolValue", kind: "bool" },
    3: { name: "intValue", kind: "int64" },
    4: { name: "doubleValue", kind: "double" },
    5: { name: "arrayValue", kind: "ArrayValue" },
    6: { name: "kvlistValue", kind: "KeyValueList" },
    7: { name: "bytesValue", kind: "base64" },
  },
  ArrayValue: { 1: { name: "values", kind: "AnyValue", isList: true } },
  KeyValueList: { 1: { name: "values", kind: "KeyValue", isList: true } },
  KeyValue: { 1: { name: "key", kind: "text" }, 2: { name: "value", kind: "AnyValue" } },
} as const;

const decoder = new TextDecoder();

/** A message of OTLP in the protocol's JSON mapping, for a person to look at; unknown fields are left out. */
export function protobufToJson(bytes: Uint8Array, message: keyof typeof MESSAGES): string {
  const wire = new ProtobufWire();
  wire.bytes = bytes;
  wire.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return JSON.stringify(toJson(wire, 0, bytes.length, message));
}

function toJson(wire: ProtobufWire, at: number, end: number, message: keyof typeof MESSAGES): unknown {
  const json: Record<string, unknown> = {};
  const fields: Record<number, Field> = MESSAGES[message];
  wire.at = at;
  while (wire.at < end) {
    const tag = wire.tag(end);
    const field = fields[tag >>> 3];
    if (field === undefined) {
      wire.skip(tag, end);
      continue;
    }
    const value = valueOf(wire, end, field.kind);
    if (field.isList) ((json[field.name] ??= []) as unknown[]).push(value);
    else json[field.name] = value;
  }
  return json;
}

function valueOf(wire: ProtobufWire, end: number, kind: Kind): unknown {
  switch (kind) {
    case "bool":
      return wire.varint(end) !== 0;
    case "number":
      return wire.varint(end);
    case "int64": {
      const low = wire.varint(end);
      return String(BigInt.asIntN(64, (BigInt(wire.high) << 32n) | BigInt(low)));
    }
    case "double": {
      const number = wire.view.getFloat64(wire.fixed(8, end), true);
      return Number.isFinite(number) ? number : String(number);
    }
    case "nanos":
      return String(wire.view.getBigUint64(wire.fixed(8, end), true));
    case "uint32":
      return wire.view.getUint32(wire.fixed(4, end), true);
  }
  const to = wire.length(end);
  const from = wire.at;
  const value = kind === "text" || kind === "hex" || kind === "base64"
    ? bytesAs(kind, wire.bytes.subarray(from, to))
    : toJson(wire, from, to, kind);
  wire.at = to;
  return value;
}

function bytesAs(kind: "text" | "hex" | "base64", bytes: Uint8Array): string {
  if (kind === "text") return decoder.decode(bytes);
  if (kind === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
