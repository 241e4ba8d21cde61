import { boolean, integer, list, path, someText, token } from "./kinds.ts";
import type { Setting } from "./setting.ts";

/** The OTLP receiver. */
export const RECEIVER_SETTINGS = {
  "otlp-enabled": {
    group: "receiver",
    kind: boolean(),
    default: false,
    flag: "--otlp-enabled",
    help: "receive logs over OTLP",
  },
  "otlp-host": {
    group: "receiver",
    kind: someText("<host>", "a host name or an address"),
    default: "127.0.0.1",
    flag: "--otlp-host",
    help: "address to listen on; by default, and as localhost, ::1 too",
  },
  "otlp-grpc-port": {
    group: "receiver",
    kind: integer(1024, 65_535),
    default: 4317,
    flag: "--otlp-grpc-port",
    help: "port for gRPC",
  },
  "otlp-http-port": {
    group: "receiver",
    kind: integer(1024, 65_535),
    default: 4318,
    flag: "--otlp-http-port",
    help: "port for HTTP",
  },
  "otlp-max-message-bytes": {
    group: "receiver",
    kind: integer(1024, 1024 ** 3),
    default: 64 * 1024 ** 2,
    flag: "--otlp-max-message-bytes",
    help: "largest message accepted, in bytes, before and after decompression",
  },
  "otlp-bearer-token": {
    group: "receiver",
    kind: token(),
    default: null,
    defaultMeans: "none required",
    secret: true,
    help: "bearer token that senders must send",
  },
  "otlp-tls-cert": {
    group: "receiver",
    kind: path(),
    default: null,
    defaultMeans: "no TLS",
    flag: "--otlp-tls-cert",
    help: "TLS certificate chain file (PEM)",
  },
  "otlp-tls-key": {
    group: "receiver",
    kind: path(),
    default: null,
    defaultMeans: "no TLS",
    flag: "--otlp-tls-key",
    help: "TLS private key file (PEM)",
  },
  "otlp-cors-origins": {
    group: "receiver",
    kind: list("<origins>", "origins separated by commas, or *"),
    default: [],
    defaultMeans: "none",
    flag: "--otlp-cors-origins",
    help: "origins of web pages allowed to send logs",
  },
} satisfies Record<string, Setting>;
