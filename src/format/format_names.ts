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
  readonly #enclosed = new Map<number, number>();

  numberOf(name: string): number {
    const at = this.names.indexOf(name);
    return at >= 0 ? at : this.names.push(name) - 1;
  }

  /** An envelope and what was inside it are named together: `cri+json`. */
  enclosed(envelope: number, inner: number): number {
    const key = envelope * 256 + inner;
    const known = this.#enclosed.get(key);
    if (known !== undefined) return known;
    const made = this.numberOf(`${this.names[envelope]}+${this.names[inner]}`);
    this.#enclosed.set(key, made);
    return made;
  }
}
