/** Characters that are held of sources whose lines are not asked for, in all. */
const ROOM = 4 << 20;

/**
 * Merges the lines that several sources give out by time: the order within a source never changes, and the
 * earliest of the sources' next lines goes first. It waits for a line of every source that is still being
 * read. Each source holds what one turn of reading brought; where there is room, more of them may be read.
 */
export class TimeMerge {
  readonly #emit: (line: string) => void;
  #held = 0;
  readonly #queues: { lines: string[]; times: number[]; at: number; latest: number; ended: boolean }[] = [];

  constructor(sources: number, emit: (line: string) => void) {
    this.#emit = emit;
    for (let source = 0; source < sources; source++) this.addSource();
  }

  addSource(): void {
    this.#queues.push({ lines: [], times: [], at: 0, latest: -Infinity, ended: false });
  }

  /** Takes a source's next line; `time` in epoch milliseconds, NaN if unknown. */
  add(source: number, time: number, line: string): void {
    const queue = this.#queues[source];
    if (time > queue.latest) queue.latest = time;
    queue.lines.push(line);
    this.#held += line.length;
    queue.times.push(queue.latest);
  }

  /** Whether nothing can go on without more of this source. */
  wants(source: number): boolean {
    const queue = this.#queues[source];
    return queue.at === queue.lines.length;
  }

  /** Whether more may be held of sources that nothing waits for. */
  get hasRoom(): boolean {
    return this.#held < ROOM;
  }

  end(source: number): void {
    this.#queues[source].ended = true;
  }

  /** Gives out what can be; `all`: without waiting for the sources that have nothing now. */
  flush(all: boolean): void {
    for (;;) {
      let first = -1;
      for (let source = 0; source < this.#queues.length; source++) {
        const queue = this.#queues[source];
        if (queue.at === queue.lines.length) {
          if (!queue.ended && !all) return;
        } else if (first < 0 || queue.times[queue.at] < this.#timeOf(first)) first = source;
      }
      if (first < 0) return;
      this.#emitNext(first);
    }
  }

  #timeOf(source: number): number {
    const queue = this.#queues[source];
    return queue.times[queue.at];
  }

  #emitNext(source: number): void {
    const queue = this.#queues[source];
    const line = queue.lines[queue.at++];
    this.#held -= line.length;
    this.#emit(line);
    if (queue.at < queue.lines.length) return;
    queue.lines.length = queue.times.length = queue.at = 0;
  }
}
