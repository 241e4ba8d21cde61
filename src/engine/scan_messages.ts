import type { IndexedFile, Place } from "./file_index.ts";
import type { Answer, Question, Row } from "./messages.ts";
import type { KnownPattern } from "./template_finder.ts";

/** A file that is to be read again. */
export interface ScannedFile extends IndexedFile {
  source: number;
  name: string;
  /** Epoch milliseconds that times without a year are nearest to. */
  reference: number;
  /** What its lines cannot be read again without, see `LineFormat.preamble`. */
  preamble: string[];
}

/** What a scan must know, as plain data. */
export interface ScanSettings {
  where: string;
  /** The filter that was read with: other records are as if they had not been there. "" for none. */
  base: string;
  /** Whether the files are searched for the filter, or only asked for single records. */
  search: boolean;
  files: ScannedFile[];
  timeZone: string;
  format: string | null;
  customFormats: Record<string, string>;
  /** Epoch milliseconds of the time window's ends; null without one. */
  since: number | null;
  until: number | null;
  /** Epoch milliseconds that times in the filter count back from. */
  reference: number;
  /** The patterns of all that was read. */
  patterns: KnownPattern[];
  /** Words that are not counted, besides the built-in ones. */
  stopWords: string[];
  /** Records held and read, as the rows' answer tells. */
  held: number;
  read: number;
}

/** What the scan's worker is told. */
export type ScanRequest =
  | { kind: "start"; settings: ScanSettings }
  | { kind: "extend"; source: number; end: Place }
  /** The patterns as they are now. */
  | { kind: "patterns"; patterns: KnownPattern[] }
  | { kind: "ask"; id: number; question: Question }
  /** Which of some rows match? */
  | { kind: "judge"; where: string; rows: Row[]; reference: number; timeZone: string };

/** What it tells: a sign of life after each part, and answers. */
export type ScanMessage =
  | { kind: "searched"; share: number; problems: string[] }
  | { kind: "answer"; id: number; answer: Answer }
  | { kind: "verdicts"; verdicts: boolean[] };
