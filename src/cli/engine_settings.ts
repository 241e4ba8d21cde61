import type { EngineSettings } from "../engine/messages.ts";
import { checkOrder } from "../engine/time_window.ts";
import type { TimeValue } from "../query/time_value.ts";
import type { ReceiverSettings } from "../source/otlp/settings.ts";
import type { Settings } from "../settings/settings.ts";

/** Which records of the logs count. */
export interface Window {
  readonly since?: TimeValue;
  readonly until?: TimeValue;
  /** A filter. */
  readonly where?: string;
}

/** What the engine is told of the settings of this run. Throws UserError for a window that ends before it begins. */
export function engineSettings(
  settings: Settings,
  window: Window & { split?: TimeValue },
): EngineSettings {
  checkOrder(window.since ?? null, window.until ?? null);
  const files = settings.get("files");
  const endless = settings.get("otlp-enabled");
  // Beside a receiver nobody is waited for to type log lines.
  const standardInput = endless && Deno.stdin.isTerminal() ? [] : ["-"];
  const format = settings.get("format");
  return {
    files: files.length > 0 ? [...files] : standardInput,
    follow: settings.get("follow"),
    endless,
    logBuffer: settings.get("log-buffer"),
    memorySize: settings.get("memory-size"),
    stopWords: [...settings.get("stop-words")],
    format: format === "auto" ? null : format,
    customFormats: settings.get("formats"),
    timeZone: settings.get("time-zone"),
    since: window.since ?? null,
    until: window.until ?? null,
    where: window.where ?? "",
    split: window.split ?? null,
    interval: settings.get("update-interval"),
    receiver: endless ? receiverSettings(settings) : null,
  };
}

function receiverSettings(settings: Settings): ReceiverSettings {
  const host = settings.get("otlp-host");
  // By default, and as `localhost`: both loopback addresses, as far as the machine has them.
  const isLoopback = !settings.isGiven("otlp-host") || host === "localhost";
  return {
    hosts: isLoopback ? ["127.0.0.1", "::1"] : [host.replace(/^\[(.*)\]$/, "$1")],
    optionalHosts: isLoopback ? ["::1"] : [],
    grpcPort: settings.get("otlp-grpc-port"),
    httpPort: settings.get("otlp-http-port"),
    maxMessageBytes: settings.get("otlp-max-message-bytes"),
    bearerToken: settings.get("otlp-bearer-token"),
    tlsCert: settings.get("otlp-tls-cert"),
    tlsKey: settings.get("otlp-tls-key"),
    corsOrigins: [...settings.get("otlp-cors-origins")],
  };
}
