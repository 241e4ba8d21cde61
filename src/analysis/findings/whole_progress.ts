import type { SamplesView } from "../samples_view.ts";

/** How far a job is, and how far it goes: `part <num> of <num>`, `<num>/40`. */
const PROGRESS = /<num> ?(?:of|out of|\/) ?(?:<num>|(\d{1,9})(?!\d|\.\d))/;
/** Places in a body whose numbers are known. */
const PLACES = 4;

/**
 * Whether the `records` of a pattern, which all streams have, are the steps of a job that went through all of them, once or several
 * times: it ended well.
 */
export function isWholeProgress(
  template: string,
  records: number,
  streams: ReadonlySet<number>,
  samples: SamplesView,
): boolean {
  const found = PROGRESS.exec(template);
  if (found === null) return false;
  const steps = found[1] === undefined ? stepsOf(streams, samples) : Number(found[1]);
  return steps > 1 && records >= steps && records % steps === 0;
}

/** The number at one place that never varies where the one before it does, and never is more; 0 if there is none. */
function stepsOf(streams: ReadonlySet<number>, samples: SamplesView): number {
  const own = Array.from({ length: samples.size }, (_, sample) => sample).filter((sample) =>
    streams.has(samples.stream[sample])
  );
  for (let place = 1; place < PLACES; place++) {
    const [step, of] = [place, place + 1].map((at) => own.map(samples.numbersOf(`number ${at}`)));
    const [steps] = of;
    if (of.every((number) => number === steps) && step.every((number) => number >= 1 && number <= steps)) {
      if (new Set(step).size > 1) return steps;
    }
  }
  return 0;
}
