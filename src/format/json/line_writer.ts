import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { KeyTable } from "../../record/key_table.ts";
import { plainName } from "../nested_names.ts";
import { hashOf } from "../text/text_tokens.ts";

/** Plain names of what a line is from: a pod, a container, a file, a service, a host. */
const WRITER = new RegExp(
  "(^|\\.)(kubernetes|k8s|docker)?(" +
    "pod|podname|container|containername|containerid|app|appname|application|applicationname|subsystemname|" +
    "service|servicename|systemdunit|host|hostname|node|nodename|file|filename|logfile|logstream|logstreamname|topic|tag|" +
    "source|sourcename|(pod|container|service|host|log\\.?file|file)\\.(name|id|path)" +
    ")$",
);

/** Tells which program of several wrote the line that a record of JSON holds. */
export class LineWriter {
  readonly #keys: KeyTable;
  #generation = 0;
  /** Whether a key names a writer, by the key's number. */
  readonly #isWriter: boolean[] = [];

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  /** A number for what the fields of `row` say that its line is from; 0 if they say nothing. */
  of(batch: Batch, row: number): number {
    let writer = 0;
    for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
      const kind = batch.fieldKind[field];
      if ((kind !== TEXT && kind !== INT) || !this.#tells(batch.fieldKey[field])) continue;
      const value = hashOf(batch.bytes, batch.fieldStart[field], batch.fieldEnd[field]);
      writer = (Math.imul(writer, 31) + value | 0) || 1;
    }
    return writer;
  }

  #tells(key: number): boolean {
    const { generation, names } = this.#keys;
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#isWriter.length = 0;
    }
    return this.#isWriter[key] ??= WRITER.test(plainName(names[key]));
  }
}
