import { hashBytes, hashed } from "../../record/hash.ts";

/** What a constant word says about the words around it: bits. */
export const UNIT = 1; // of a number before it
export const DATE = 2; // a day or a month: a variable
export const NOUN = 4; // a name follows
export const PREPOSITION = 8;
export const DOMAIN = 16; // top-level domain that ends the name of a host
export const CODE_ROOT = 32; // begins dotted names of code, which may end like a domain

const UNITS = `b byte bytes kb kib mb mib gb gib tb tib kB KB KiB MB MiB GB GiB TB TiB B Bytes
  ns us µs ms s sec secs second seconds Sec Secs Seconds millis milliseconds millisecond microseconds
  microsecond nanoseconds min mins minute minutes h hr hrs hour hours day days
  hz khz mhz ghz Hz kHz KHz MHz GHz bps kbps mbps Kbps Mbps Gbps am pm AM PM
  UTC GMT Z EST EDT CST CDT MST MDT PST PDT CET CEST BST WET EET MSK IST JST HKT SGT AEST AEDT`;

const DATES = `Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
  Monday Tuesday Wednesday Thursday Friday Saturday Sunday
  January February April June July August September October November December`;

const NOUNS = `user users username host hostname node server client device interface file directory dir folder
  path service process task job thread module plugin package driver program command queue topic table database db
  key name account group session domain container pod namespace image volume bucket index cluster region zone
  channel endpoint method function class object component app application worker`;

const PREPOSITIONS = `from to for by at on in of with as via into onto`;

/** Those that are extensions of files as well are not among them. */
const DOMAINS =
  `com net org edu gov mil int info io biz local localdomain lan internal intranet corp home arpa dev
  cloud ac ae ar at au be bg br by ca ch cl cn co cz de dk ee es eu fi fr gr hk hr hu id ie il in io ir it jp kr kz lt
  lu lv mx my nl no nz pe ph pt ro rs ru sa se sg si sk th tr tw ua uk us uy ve vn za COM NET ORG`;

const CODE_ROOTS = `com org net io edu gov java javax sun android akka scala kotlin dev`;

const encoder = new TextEncoder();
/** What is hashed is read a few bytes further. */
const BEHIND = " ".repeat(8);

/**
 * A small open-addressing table from a word's hashes to its roles. It is built from the hashes of this thread,
 * so it must be made after the seeds were set.
 */
export class WordRoles {
  readonly #cells = new Int32Array(SLOTS * 3);

  constructor() {
    this.#add(UNITS, UNIT);
    this.#add(DATES, DATE);
    this.#add(NOUNS, NOUN);
    this.#add(PREPOSITIONS, PREPOSITION);
    this.#add(DOMAINS, DOMAIN);
    this.#add(CODE_ROOTS, CODE_ROOT);
  }

  /** The roles of the word with these hashes, 0 for none. */
  of(a: number, b: number): number {
    const cells = this.#cells;
    for (let slot = a & MASK;; slot = (slot + 1) & MASK) {
      const at = slot * 3;
      if (cells[at] === a && cells[at + 1] === b) return cells[at + 2];
      if (cells[at + 2] === 0) return 0;
    }
  }

  #add(words: string, role: number): void {
    const bytes = encoder.encode(`${words}${BEHIND}`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let from = 0, at = 0; at < bytes.length; at++) {
      if (bytes[at] > 0x20) continue;
      if (at > from) this.#insert(hashBytes(view, from, at), hashed[1], role);
      from = at + 1;
    }
  }

  #insert(a: number, b: number, role: number): void {
    const cells = this.#cells;
    let slot = a & MASK;
    while (cells[slot * 3 + 2] !== 0 && (cells[slot * 3] !== a || cells[slot * 3 + 1] !== b)) {
      slot = (slot + 1) & MASK;
    }
    cells[slot * 3] = a;
    cells[slot * 3 + 1] = b;
    cells[slot * 3 + 2] |= role;
  }
}

const SLOTS = 1024;
const MASK = SLOTS - 1;
