/**
 * What `--format` can name, besides the formats of the configuration: in the order of the registry, and apart
 * from it so that a settings check need not load the formats.
 */
export const FORMAT_NAMES: readonly string[] = [
  "docker",
  "stern",
  "cri",
  "prefix",
  "otlp-json",
  "json",
  "klog",
  "server",
  "syslog",
  "xml",
  "journal",
  "w3c",
  "csv",
  "access",
  "logfmt",
  "text",
];
