/**
 * What `--format` can name, besides the formats of the configuration: in the order of the registry, and apart
 * from it so that a settings check need not load the formats.
 */
export const FORMAT_NAMES: readonly string[] = [
  "docker",
  "stern",
  "shipper",
  "cri",
  "fluent",
  "job",
  "prefix",
  "otlp-json",
  "json",
  "klog",
  "server",
  "syslog",
  "xml",
  "journal",
  "properties",
  "annotation",
  "yaml",
  "otel-debug",
  "git-log",
  "events",
  "framed",
  "w3c",
  "csv",
  "access",
  "ltsv",
  "logfmt",
  "text",
];

/** Names of formats by number, as `Batch.format` holds them; shared by the detectors of an engine. */
export class FormatNames {
  readonly names: string[] = [];

  numberOf(name: string): number {
    const at = this.names.indexOf(name);
    return at >= 0 ? at : this.names.push(name) - 1;
  }
}
