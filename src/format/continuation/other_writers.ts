import { isText, tokenEnd } from "../text/text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit } from "../time/timestamp_parts.ts";

const RETURN = 0x0d,
  SPACE = 0x20,
  HASH = 0x23,
  PERCENT = 0x25,
  DASH = 0x2d,
  DOT = 0x2e,
  EQUALS = 0x3d,
  GREATER = 0x3e,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  UNDERLINE = 0x5f,
  BAR = 0x7c;

/** What `go test` writes between the lines of what it tests. */
const TESTS = ["=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "--- PASS: ", "--- FAIL: ", "--- SKIP: "];
/** Bytes of the narrowest of pytest's rules. */
const RULE_BYTES = 78;
const VERDICTS = ["PASSED ", "FAILED ", "SKIPPED ", "ERROR ", "XFAIL ", "XPASS ", "RERUN "];
const STEPS = ["[", "DONE ", "CACHED", "ERROR: "];
const RESULTS = ["FAIL\t", "ok  \t"];
/** AWS Lambda's, Django's of what it did not answer, Node's own warnings, what SLF4J and Java say of themselves, and Hibernate's SQL. */
const OTHERS = [
  "(node:",
  "(Use `node --trace-",
  "START RequestId: ",
  "END RequestId: ",
  "REPORT RequestId: ",
  "INIT_START Runtime",
  "Not Found: /",
  "Internal Server Error: /",
  "Bad Request: /",
  "Unauthorized: /",
  "Forbidden: /",
  "Forbidden (",
  "Method Not Allowed (",
  "SLF4J: ",
  "SLF4J(",
  "Hibernate: ",
  "Hibernate:",
  "Picked up JAVA_TOOL_OPTIONS: ",
];

/**
 * Whether the line is of one that writes between the records of others: `==> app.log <==` of tail, `--` of grep,
 * `==== START logs for container … ====` of kubectl, `host | CHANGED | rc=0 >>` of Ansible, `END RequestId: …` of
 * AWS Lambda, `Not Found: /path` of Django, `time=2026-…` of pairs that were cut, `=== RUN   TestA` of `go test`, pytest's rules and verdicts.
 */
export function isAnother(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === RETURN || isProgress(bytes, from, to)) return true;
  if (bytes[to - 1] === GREATER && isHostHead(bytes, from, to)) return true;
  const isEquals = bytes[from] === EQUALS;
  if (isEquals && isText(bytes, from, to, "==> ")) return isText(bytes, to - 4, to, " <==");
  if (isEquals && isText(bytes, from, to, "==== ")) return isText(bytes, to - 5, to, " ====");
  if (bytes[from] === DASH && bytes[from + 1] === DASH && to === from + 2) return true;
  if (isRule(bytes, from, to)) return true;
  if (isEquals || bytes[from] === DASH) return TESTS.some((start) => isText(bytes, from, to, start));
  if (bytes[from] === HASH) return isBuildStep(bytes, from, to);
  if (bytes[from] === OPEN) return isReceipt(bytes, from, to);
  if (isVerdict(bytes, from, to)) return true;
  if (TIMES.some((start) => isText(bytes, from, to, start))) return true;
  const isResult = bytes[from + 4] === 0x09 && RESULTS.some((start) => isText(bytes, from, to, start));
  return isResult || OTHERS.some((start) => isText(bytes, from, to, start));
}

/** What pairs begin with whose first one is the time. */
const TIMES = ["time", "ts", "timestamp"].flatMap((key) => [`${key}=20`, `${key}="20`, `${key}=1`]);

/** What pytest's rules say: a message may hold rules with words in them, too. */
const RULED = [
  "test session starts",
  "live log ",
  "Captured ",
  "short test summary info",
  "warnings summary",
  "slowest ",
  "FAILURES",
  "ERRORS",
  "PASSES",
];
const COUNTED = [
  "passed",
  "failed",
  "error",
  "skipped",
  "warning",
  "deselected",
  "xfailed",
  "xpassed",
  "no tests ran",
];

/** pytest's `---------- live log call -----------` and `====== 3 passed in 0.39s =======`, as wide as a terminal. */
function isRule(bytes: Uint8Array, from: number, to: number): boolean {
  const sign = bytes[from];
  if (to - from < RULE_BYTES || (sign !== EQUALS && sign !== DASH && sign !== UNDERLINE)) return false;
  let at = from;
  while (at < to && bytes[at] === sign) at++;
  let end = to;
  while (end > at && bytes[end - 1] === sign) end--;
  if (at <= from + 2 || end >= to - 2 || bytes[at] !== SPACE || bytes[end - 1] !== SPACE || end <= at + 2) {
    return false;
  }
  if (sign === UNDERLINE || RULED.some((word) => isText(bytes, at + 1, end, word))) return true;
  for (let word = at + 1; word < end; word++) {
    if (bytes[word - 1] === SPACE && COUNTED.some((each) => isText(bytes, word, end, each))) return true;
  }
  return false;
}

/** pytest's `PASSED       [ 25%]`, and `tests/test_a.py::test_b[1] ` before what that one logs. */
function isVerdict(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] === CLOSE && bytes[to - 2] === PERCENT) {
    return VERDICTS.some((word) => isText(bytes, from, to, word));
  }
  if (bytes[to - 1] !== SPACE || tokenEnd(bytes, from, to) !== to - 1) return false;
  for (let at = from; at + 5 < to; at++) if (bytes[at] === DOT && isText(bytes, at, to, ".py::")) return true;
  return false;
}

/** `[#12] Received on "subject"` before a message, as NATS' command writes it. */
function isReceipt(bytes: Uint8Array, from: number, to: number): boolean {
  const at = digitsEnd(bytes, from + 2, to);
  return at > from + 2 && bytes[from + 1] === HASH && isText(bytes, at, to, "] Received on ");
}

/** BuildKit's `#7 [2/4] RUN make`, `#7 2.034 output`, `#7 DONE 0.1s` */
function isBuildStep(bytes: Uint8Array, from: number, to: number): boolean {
  let at = digitsEnd(bytes, from + 1, to);
  if (at === from + 1 || bytes[at] !== SPACE) return false;
  if (STEPS.some((start) => isText(bytes, at + 1, to, start))) return true;
  const seconds = at + 1;
  at = digitsEnd(bytes, seconds, to);
  return at > seconds && bytes[at] === DOT && isDigit(bytes[at + 1]);
}

/** Ansible's `host | CHANGED | rc=0 >>` before what it ran there has printed. */
function isHostHead(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isText(bytes, to - 3, to, " >>")) return false;
  const equals = beforeDigits(bytes, from, to - 3);
  return isText(bytes, equals - 5, to, " | rc=");
}

/** tqdm's `Epoch 3:  40%|████      | 12/30 [00:01<00:02, 9.97it/s]` */
function isProgress(bytes: Uint8Array, from: number, to: number): boolean {
  if (
    bytes[to - 1] !== CLOSE || !(isText(bytes, to - 5, to, "it/s]") || isText(bytes, to - 5, to, "s/it]"))
  ) {
    return false;
  }
  for (let at = from; at + 1 < to; at++) if (bytes[at] === PERCENT && bytes[at + 1] === BAR) return true;
  return false;
}
