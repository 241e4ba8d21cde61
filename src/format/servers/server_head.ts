/** Pieces of what a head looks like, with the names of the fields that they are. */
export const DAY = String.raw`\d{4}[-/.]\d\d[-/.]\d\d`;
export const CLOCK = String.raw`\d\d:\d\d:\d\d(?:[.,]\d+)?`;
export const TIME = String.raw`(?<time>${DAY}[ T]${CLOCK}(?:Z| ?[+-]\d\d:?\d\d| [A-Z]{3,4}(?![\w:]))?)`;
export const SYSLOG_TIME = String.raw`(?<time>[A-Z][a-z]{2} [ \d]\d ${CLOCK})`;
/** The time that Kubernetes puts before lines without one. */
export const KUBERNETES_TIME = String.raw`(?:(?<time>${DAY}T${CLOCK}Z) )?`;
export const FILE = String.raw`(?<code__file__path>[\w./-]+\.\w+)`;
export const LINE = String.raw`(?<code__line__number>\d+)`;
export const FUNCTION = String.raw`(?<code__function__name>[\w.:~<>]+)`;
export const PID = String.raw`(?<process__pid>\d+)`;
export const THREAD = String.raw`(?<thread__id>\d+)`;
export const LOGGER = String.raw`(?<otel__scope__name>[\w.-]+)`;

/** The bytes that a head can begin with. */
export const DIGIT = "0123456789";
export const BRACKET = "[";
export const MONTH = "JFMASOND";
export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Severities of an HTTP status' first digit. */
export const OF_STATUS = new Map([["1", 9], ["2", 9], ["3", 9], ["4", 13], ["5", 17]]);

/** A head that is told by a mark, and read by an expression. */
export interface ServerHead {
  begins: string;
  /** Text that every such line holds, near its beginning. */
  mark: string;
  /** Where it stands, if always at one place: told at once of most lines. */
  at?: number;
  /** What else it holds near its beginning. */
  also?: string;
  /** The bytes of which one comes behind a day and a clock that the line begins with (and a zone). */
  next?: string;
  /** What such a line must be besides. */
  isHers?: (bytes: Uint8Array, from: number, to: number) => boolean;
  /** As a format of one's own is written. */
  head: string;
  /** Its message is a line that a program wrote, perhaps with a head of its own. */
  isEnvelope?: boolean;
  /** Its message begins in the next line. */
  isAbove?: boolean;
  /** Its record goes on up to a line that begins so (empty: to a blank line), if the second begins with one of `then`. */
  until?: string;
  /** The same by how it ends; a line break in it begins the last line. */
  untilEnd?: string;
  /** The same by what the last of its lines is. */
  ends?: (bytes: Uint8Array, from: number, to: number) => boolean;
  then?: readonly string[];
  /** A record without a time has that of the one before it. */
  holdsTime?: boolean;
  /** Its message is what somebody typed: pairs in it are none of the record's, and lines without a head go on with it. */
  isTyped?: boolean;
  /** It tells of a request: that is all of its record. */
  isRequest?: boolean;
  /** An object may end its message, behind `=>`. */
  hasObject?: boolean;
  /** Divides the pairs that the message is. */
  divider?: string;
  /** It begins with comments, of which some hold pairs: `# key: value  key: value`. */
  hasCommentedPairs?: boolean;
  /** OpenTelemetry's numbers of severities that are called otherwise than elsewhere. */
  severities?: ReadonlyMap<string, number>;
}
