import { assertEquals } from "@std/assert";
import { Input } from "../../src/engine/input.ts";
import { lineReading } from "../../src/engine/line_reading.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { offsetsOfZone } from "../../src/format/time/time_zone.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { logRecordOf } from "../../src/record/log_record.ts";
import { NOTHING, type SourceEvent } from "../../src/source/source.ts";

/** A source whose pieces are there when a test says so, with what reads it. */
class Piped {
  readonly bodies: string[] = [];
  readonly input: Input;
  /** What happens at the source before the next turn. */
  events: SourceEvent[] = [];
  #coming: string[] = [];

  constructor() {
    const keys = new KeyTable();
    const batch = new Batch(INPUT_BYTES, SIDE_BYTES, keys);
    const shared = { keys, names: new FormatNames(), offsetAt: offsetsOfZone("UTC") };
    const newReading = (handOver: () => void) =>
      lineReading({ ...shared, handOver }, { format: null, customFormats: {} });
    const source = {
      name: "stdin",
      reference: 0,
      size: null,
      position: 0,
      place: null,
      read: (into: Uint8Array) => {
        const piece = this.#coming.shift();
        return piece === undefined ? NOTHING : new TextEncoder().encodeInto(piece, into).written;
      },
      wait: () => Promise.resolve(),
      events: () => this.events.splice(0),
      close: () => {},
    };
    this.input = new Input(0, source, batch, newReading, (batch) => {
      for (let at = 0; at < batch.count; at++) this.bodies.push(`${logRecordOf(batch, at).body}`);
    });
  }

  /** A turn at `now`, at which `piece` is there. */
  turn(now: number, piece?: string): void {
    if (piece !== undefined) this.#coming.push(piece);
    this.input.turn(now, () => {});
  }
}

Deno.test("half a line is given out after a quarter of a second in which nothing came", () => {
  const piped = new Piped();
  let now = 1_000_000;
  piped.turn(now, "half a li");
  const end = now + 250;
  for (let looks = 0; piped.bodies.length === 0 && looks < 20; looks++) {
    now += piped.input.due(now);
    piped.turn(now);
  }
  assertEquals([piped.bodies, now], [["half a li"], end]);
  assertEquals(piped.input.due(now), Infinity);
});

Deno.test("a process that was stopped in the middle of a line waits for what came meanwhile", () => {
  const piped = new Piped();
  piped.turn(0, "2026-11-20T08:00:00Z INFO first\n2026-11-20T08:00:00Z IN");
  piped.turn(200);
  // Stopped for a minute; its clock tells so before the pipe's next piece has come.
  piped.turn(60_000);
  piped.turn(60_001, "FO second\n2026-11-20T08:00:00Z INFO third\n");
  piped.input.end(60_002, "ended");
  assertEquals(piped.bodies, ["first", "second", "third"]);
});

Deno.test("an input that is looked at rarely gives out half a line all the same", () => {
  const piped = new Piped();
  piped.turn(0, "half");
  for (let now = 1000; now <= 30_000; now += 1000) piped.turn(now);
  assertEquals(piped.bodies, ["half"]);
});

Deno.test("a file that was lost is a problem until it is there again", () => {
  const piped = new Piped();
  const happens = (kind: SourceEvent["kind"], message: string) => {
    piped.events.push({ kind, message });
    piped.turn(0);
    const { state, errors } = piped.input.health(() => "");
    return [state, errors];
  };
  assertEquals(happens("loss", "9 bytes are gone"), ["waiting", ["9 bytes are gone"]]);
  assertEquals(happens("lost-file", "is gone"), ["lost", ["9 bytes are gone", "is gone"]]);
  assertEquals(happens("found-file", "is back"), ["following", ["9 bytes are gone"]]);
});
