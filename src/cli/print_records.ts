import { Ingestion } from "../engine/ingestion.ts";
import type { EngineSettings } from "../engine/messages.ts";
import { TimeMerge } from "../engine/time_merge.ts";
import { explainRecord } from "../format/explain.ts";
import type { Batch } from "../record/batch.ts";
import { logRecordOf } from "../record/log_record.ts";
import { normalJson } from "../record/normal_json.ts";
import { failIfNothingRead, restOfFiles } from "./ended_reading.ts";
import { remarksOnChoice } from "./nothing_chosen.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignals } from "./signals.ts";

/** Characters that are gathered before they are written. */
const WRITE_AT = 64 << 10;

/**
 * Prints every record as a line of JSON as it is read; of several sources in the order of their times.
 * Nothing more is read while standard output takes nothing. Throws UserError if no source could be read.
 */
export async function printRecords(
  settings: EngineSettings,
  explain: boolean,
  print: (text: string) => Promise<void>,
  tell: (message: string) => void,
): Promise<void> {
  let text = "";
  const emit = (line: string) => {
    text += line + "\n";
  };
  const merge = new TimeMerge(0, emit);
  let sources = 0;
  const printBatch = (batch: Batch) => {
    const source = ingestion.sourceName(batch.source);
    for (let row = 0; row < batch.count; row++) {
      const record = logRecordOf(batch, row);
      const format = ingestion.formatName(batch.format[row]);
      let line = normalJson(record, { source, format });
      if (explain) line = `${line.slice(0, -1)},"explain":${JSON.stringify(explainRecord(batch, row))}}`;
      if (sources === 1) emit(line);
      else merge.add(batch.source, batch.time[row], line);
    }
  };
  const ingestion = new Ingestion(settings, {
    notice: ({ text }) => tell(text),
    sourceAdded() {
      merge.addSource();
      sources++;
    },
    sourceEnded: (source) => merge.end(source),
    wants: (source) => sources === 1 || merge.wants(source),
    hasRoom: () => merge.hasRoom,
    async drain(idle, awaiting) {
      merge.flush(idle && !awaiting);
      if (text.length < WRITE_AT && !idle) return;
      const out = text;
      text = "";
      if (out !== "") await print(out);
    },
  }, printBatch);
  const { signal, release } = stopOnSignals();
  const done = Deno.stdout.isTerminal() ? () => {} : showProgress(ingestion);
  try {
    await ingestion.run(signal);
  } finally {
    done();
    release();
  }
  merge.flush(true);
  if (text !== "") await print(text);
  if (signal.aborted && !ingestion.isLive) {
    const rest = restOfFiles(ingestion);
    if (rest !== null) tell(rest);
  }
  failIfNothingRead(ingestion);
  for (const remark of remarksOnChoice(ingestion, settings.timeZone)) tell(remark);
}
