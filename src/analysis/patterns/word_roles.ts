import { hashBytes, hashed } from "../../record/hash.ts";

/** What a constant word says about the words around it: bits. */
export const UNIT = 1; // of a number before it
export const DATE = 2; // a day or a month: a variable
export const NOUN = 4; // a name follows
export const PREPOSITION = 8;
export const DURATION = 16; // a unit of time
export const SIZE = 32; // another unit
export const LINK = 64; // goes on with what is said of a number or a list before it
export const NAME = 128; // a name that holds a digit: constant all the same
/** The roles that a token of a line keeps. */
export const ROLES_OF_TOKEN = 0xff;
export const DOMAIN = 0x100; // top-level domain that ends the name of a host
export const CODE_ROOT = 0x200; // begins dotted names of code, which may end like a domain

const SIZES = `b byte bytes kb kib mb mib gb gib tb tib kB KB KiB MB MiB GB GiB TB TiB B Bytes
  hz khz mhz ghz Hz kHz KHz MHz GHz bps kbps mbps Kbps Mbps Gbps`;

const DURATIONS =
  `ns us µs ms s sec secs second seconds Sec Secs Seconds millis milliseconds millisecond microseconds
  microsecond nanoseconds min mins minute minutes h hr hrs hour hours day days`;

/** What stands behind a time. */
const ZONES = `am pm AM PM
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

const LINKS =
  `and or not is are was were be been has have had will would can could may must should do does did`;

/** Those that stand for themselves wherever they are: protocols, algorithms, encodings, file systems, percentiles. */
const NAMES =
  `ssh2 h2 http2 http3 ipv4 ipv6 IPv4 IPv6 utf8 utf16 md5 MD5 sha1 sha256 sha384 sha512 SHA1 SHA256 SHA384
  SHA512 base64 oauth2 OAuth2 x509 X509 k8s s3 S3 ec2 EC2 log4j ext2 ext3 ext4 EXT2 EXT3 EXT4 p50 p75 p90 p95 p99 p999`;

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
  /** By first byte: a bit for each length that names with digits have. */
  readonly #nameLengths = new Int32Array(256);

  constructor() {
    this.#add(SIZES, UNIT | SIZE);
    this.#add(DURATIONS, UNIT | DURATION);
    this.#add(ZONES, UNIT);
    this.#add(DATES, DATE);
    this.#add(NOUNS, NOUN);
    this.#add(PREPOSITIONS, PREPOSITION);
    this.#add(LINKS, LINK);
    this.#add(NAMES, NAME);
    for (const name of NAMES.split(/\s+/)) this.#nameLengths[name.charCodeAt(0)] |= 1 << name.length;
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

  /** Whether [from, to), which holds a digit, is a name all the same. */
  isName(bytes: Uint8Array, view: DataView, from: number, to: number): boolean {
    return (this.#nameLengths[bytes[from]] >>> (to - from) & 1) !== 0 &&
      (this.of(hashBytes(view, from, to), hashed[1]) & NAME) !== 0;
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
