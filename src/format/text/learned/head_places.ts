/** What one part of a head looks like. */
export const NONE = 0,
  BRACKETED = 1,
  IN_PARENTHESES = 2,
  BEFORE_COLON = 3,
  DIVIDED = 4,
  BARE = 5,
  JOINED = 6,
  PLACE = 7,
  NUMERIC = 8,
  PAIRED = 9,
  /** Signs alone, as divide parts: `›`, `~`, `::`. */
  SIGNS = 10,
  /** `{name}`, `<name>` */
  ENCLOSED = 11,
  /** No name and no word: `shop.db:connect(34):`, `(app.py).run(12)`, `127.0.0.1` */
  COMPOSED = 12;

/** What is concluded of such a part: nothing, that it is the messages' own, that all heads have it. */
export const UNSURE = 0, OWN = 1, HEADS = 2;

/** Lines that have such a part behind the same ones. */
export interface Place {
  lines: number;
  /** What they have behind it, by its look. */
  readonly next: (Place | undefined)[];
  /** How often each value stood there, by its hash, and what came behind it. */
  readonly values: Map<number, { count: number; behind: Set<number> }>;
  /** How many values there were. */
  kinds: number;
  /** Lines in which the value is a small word, and the next one begins like a sentence. */
  told: number;
  /** Lines in which it is put together of several words, as names are. */
  compound: number;
  /** Lines in which it is a word of letters, and one blank stands behind it. */
  words: number;
  /** Lines in which it is a word of letters, or a name that is no code of letters and digits. */
  lettered: number;
  /** Lines in which a tab ends it. */
  tabbed: number;
  /** Lines in which it is the name of a thread. */
  threads: number;
  /** Those of them in which it is `main`, as a program's first thread is called, and many a logger. */
  mains: number;
  /** Lines in which it says what has failed, `ValueError`. */
  failures: number;
  /** Lines that end with it, or with pairs behind it. */
  last: number;
  /** Lines in which it is a name with its line or process, `shop.db:12`, `radvd (42)`. */
  numbered: number;
  /** Lines in which a dash stands behind it. */
  dashed: number;
  /** Lines in which blanks pad it, `orders:    `. */
  padded: number;
}

export function newPlace(): Place {
  return {
    lines: 0,
    next: [],
    values: new Map(),
    kinds: 0,
    told: 0,
    compound: 0,
    words: 0,
    lettered: 0,
    tabbed: 0,
    threads: 0,
    mains: 0,
    failures: 0,
    last: 0,
    numbered: 0,
    dashed: 0,
    padded: 0,
  };
}

/** Lines of which one may be an odd one. */
const MANY = 12;

/** Nearly all: 19 of 20, or but one of a dozen. */
export function areNearly(lines: number, all: number): boolean {
  return lines * 20 >= all * 19 || (all >= MANY && lines === all - 1);
}

/** Whether so many lines have the names of loggers, `kinds` of them, of which one is `main`, and no thread has another name. */
export function areLoggers(
  lines: number,
  names: number,
  kinds: number,
  threads: number,
  mains: number,
): boolean {
  return mains === threads && kinds > 3 && areNearly(names, lines);
}

/** Lines that begin with a name in parentheses, and are not said to do so by chance. */
const SOME_NAMES = 8;

/** Lines of which none having something tells that none will. */
const MANY_WORDS = 32;

/** In how many ways lines go on behind the value behind which they do so in most. */
function mostBehind({ values }: Place): number {
  let most = 0;
  for (const { behind } of values.values()) most = Math.max(most, behind.size);
  return most;
}

/** A name that most lines have nothing behind, or pairs alone, is what they tell of: `order.created id=7`. */
function isMessage(part: Place, form: number): boolean {
  return form === BARE && part.last * 2 > part.lines;
}

/** What is concluded of a part of this form, which stands in lines of `place`. */
export function conclude(place: Place, part: Place, form: number): number {
  if (isMessage(part, form)) return OWN;
  if (areNearly(part.numbered, place.lines)) return HEADS;
  if (form >= SIGNS) return concludeOdd(place, part, form);
  if (form === BEFORE_COLON && part.failures === part.lines) return OWN;
  if (part.lines * 3 <= place.lines) return OWN;
  const { size } = part.values;
  const most = mostBehind(part);
  // Names put together of words: a logger may write others as well. One alone, and two things behind it, are two messages.
  const isNamed = form === BARE && part.compound * 5 >= part.lines * 4 && (size > 1 || most !== 2);
  if (isNamed && part.lines * 10 >= place.lines * 9) return HEADS;
  const isEverywhere = areNearly(part.lines, place.lines);
  if (form === BARE && isEverywhere && isBeforeStructure(part)) return HEADS;
  // All lines have a name and a dash there: no message begins so each time.
  if (form === DIVIDED && isEverywhere) return HEADS;
  // A code before a name: `00076 ports: port 1 is on-line`
  const isBeforeName = areNearly(part.next[BEFORE_COLON]?.lines ?? 0, part.lines);
  if (form === NUMERIC && isEverywhere && isBeforeName && size * 3 <= part.lines) return HEADS;
  // Where most lines have some word of a sentence there, a dotted name is another.
  const isSaid = size * 3 > part.lines || (!isEverywhere && (most < 3 || part.words * 3 >= part.lines * 2));
  if (form === BARE && isSaid && (part.told + part.compound) * 2 <= part.lines) return OWN;
  if (!isEverywhere) {
    // electron-log's scopes, which some of a program's lines have: `[info]  (updater) message`
    if (form === IN_PARENTHESES && most >= 4 && size * 3 <= part.lines) return HEADS;
    // Words before colons that hardly come again.
    return form === BEFORE_COLON && size * 2 > part.lines ? OWN : UNSURE;
  }
  if (form !== BARE && form !== PAIRED && areNearly(part.compound, part.lines)) return HEADS;
  // Spark's classes, of which some are one word: `INFO SparkContext: `, `WARN Utils: `.
  if (form === BEFORE_COLON && part.threads === 0 && part.compound * 4 >= part.lines * 3) return HEADS;
  if (form === BEFORE_COLON && (areNearly(part.padded, part.lines) || isMixed(part))) return HEADS;
  if (form === PLACE || form === BRACKETED || areNearly(part.tabbed, place.lines)) return HEADS;
  const isBeforePair = areNearly(part.next[PAIRED]?.lines ?? 0, part.lines);
  if (form === PAIRED) return size === 1 && (most > 3 || isBeforePair) ? HEADS : UNSURE;
  if (form !== BARE && isBeforeHead(part)) return HEADS;
  // Behind a name messages begin in many ways.
  const isBehind = most >= 4 && size * 3 <= part.lines;
  // No message begins with a name in parentheses each time, nor with one of a few things, whatever stands behind these.
  const isNames = part.lines >= SOME_NAMES && areNearly(part.lettered, part.lines);
  if (form === IN_PARENTHESES && (isNames || size * 3 <= part.lines)) return HEADS;
  if (isBehind && (form !== BARE || (part.told + part.compound) * 5 >= part.lines * 2)) return HEADS;
  // Where nothing but words of sentences stood, such a name is the message's, too.
  const isWords = form === BARE && size > 1 && part.lines >= MANY_WORDS && part.words === part.lines;
  return isWords ? OWN : UNSURE;
}

/** The same of a few lines: what all of them have and no message begins with, or is made up of several words as names are. */
export function concludeFew(place: Place, part: Place, form: number): number {
  if (part.lines < place.lines) return UNSURE;
  const isIn = (next: number): boolean => part.next[next]?.lines === part.lines;
  const isStructured = isIn(PLACE) || isIn(SIGNS) || isIn(ENCLOSED);
  switch (form) {
    case SIGNS:
      return part.values.size === 1 ? HEADS : UNSURE;
    case ENCLOSED:
    case PLACE:
      return HEADS;
    case BARE:
    case COMPOSED:
    case IN_PARENTHESES:
      return isStructured ? HEADS : UNSURE;
    case BEFORE_COLON:
    case DIVIDED:
      return isStructured || part.compound === part.lines ? HEADS : UNSURE;
    default:
      return UNSURE;
  }
}

/**
 * The same of some more: what few of them have is given back to the messages, and the name that all of them have is taken if they begin
 * in many ways behind it, and it is no code, as that of one message is.
 */
export function concludeSeveral(place: Place, part: Place, form: number): number {
  if (isMessage(part, form)) return OWN;
  if (concludeFew(place, part, form) === HEADS) return HEADS;
  const concluded = conclude(place, part, form);
  if (concluded === OWN) {
    // Columns are padded; a single `name: ` or `(42) ` may be a head's that lacks in the others.
    const isColumn = form === BARE && part.words === 0 && part.lines * 3 > place.lines;
    return isColumn || form === BEFORE_COLON || form === IN_PARENTHESES ? UNSURE : OWN;
  }
  if (concluded !== HEADS || part.lines < place.lines) return UNSURE;
  if (form === PLACE || form === BRACKETED || form === NUMERIC || form === SIGNS) return HEADS;
  const most = mostBehind(part);
  const { size } = part.values;
  if (form >= SIGNS) return size > 1 && most > 2 ? HEADS : UNSURE;
  return part.lettered === part.lines && (size > 1 || most > 2) ? HEADS : UNSURE;
}

/** Of parts that a message may as well begin with: nothing is given back to it, and taken what all heads have. */
function concludeOdd(place: Place, part: Place, form: number): number {
  if (!areNearly(part.lines, place.lines)) return UNSURE;
  const { size } = part.values;
  if (form === SIGNS) return size === 1 ? HEADS : UNSURE;
  if (form === ENCLOSED) return HEADS;
  if (isBeforeHead(part) || areNearly(part.tabbed, place.lines)) return HEADS;
  const most = mostBehind(part);
  return most >= 4 && size * 3 <= part.lines ? HEADS : UNSURE;
}

/**
 * In all lines something stands behind the name that stands in no sentence there: a bracket, a dash, a file's line, two numbers as
 * Django's process and thread.
 */
function isBeforeStructure(part: Place): boolean {
  const isIn = (form: number): boolean => areNearly(part.next[form]?.lines ?? 0, part.lines);
  if (areNearly(part.next[NUMERIC]?.next[NUMERIC]?.lines ?? 0, part.lines)) return true;
  // `shop user=ana request=req-7 message`: what stands before the same pairs each time, and no pairs alone.
  const pair = part.next[PAIRED];
  const isPaired = pair !== undefined && isIn(PAIRED) && part.values.size > 1;
  if (isPaired && conclude(part, pair, PAIRED) === HEADS) return true;
  return isIn(PLACE) || isIn(SIGNS) || isIn(ENCLOSED) || isIn(COMPOSED) ||
    (part.values.size > 1 && (isIn(BRACKETED) || isIn(DIVIDED)));
}

/** Some of the names before a colon are put together of words, as no message begins: the others are names, too. */
function isMixed({ compound, lettered, lines, threads, values }: Place): boolean {
  return lettered === lines && threads === 0 && compound * 5 >= lines && values.size * 2 <= lines;
}

/** In all lines a part of one form stands behind it that is the head's. */
function isBeforeHead(part: Place): boolean {
  return part.next.some((next, form) =>
    next !== undefined && areNearly(next.lines, part.lines) && conclude(part, next, form) === HEADS
  );
}
