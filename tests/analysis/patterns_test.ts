import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { MAX_PATTERN_BYTES, MAX_SHAPES, Patterns } from "../../src/analysis/patterns.ts";
import { ESCAPED, NESTED } from "../../src/record/batch.ts";
import { eachBatch, type TestRecord } from "./make_batch.ts";

/** Adds records; returns the number each was given, as it was then. */
function add(patterns: Patterns, records: TestRecord[]): number[] {
  const numbers: number[] = [];
  eachBatch(records, (batch) => {
    patterns.add(batch);
    for (let row = 0; row < batch.count; row++) numbers.push(patterns.leafOf[row]);
  });
  return numbers;
}

function addBodies(patterns: Patterns, bodies: string[]): number[] {
  return add(patterns, bodies.map((body) => ({ body })));
}

/** The templates of the patterns that the bodies make, the most frequent first. */
function templates(bodies: string[]): string[] {
  const patterns = new Patterns();
  addBodies(patterns, bodies);
  return patterns.snapshot().top.map(({ template }) => template);
}

/** Whether all the bodies are one pattern. */
function together(...bodies: string[]): boolean {
  return templates(bodies).length === 1;
}

const NAMES = [
  "alice",
  "bob",
  "carol",
  "dave",
  "erin",
  "frank",
  "grace",
  "heidi",
  "ivan",
  "judy",
  "mallory",
  "niaj",
];

/** A number generator that always gives the same numbers. */
function random(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
}

/** A number in letters. */
function letters(number: number): string {
  return number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]);
}

function randomWord(next: (below: number) => number): string {
  return Array.from({ length: 3 + next(6) }, () => "abcdefghijklmnopqrstuvwxyz"[next(26)]).join("");
}

Deno.test("lines that differ in values only are one pattern", () => {
  assert(together("took 5 ms", "took 1.5s", "took 17 seconds"));
  assert(together("from 10.0.0.1:80 closed", "from host.example.com:443 closed", "from fe80::1:2:3 closed"));
  assert(together("open /var/log/x failed", "open C:\\Users\\x\\y failed", "open ../a/b failed"));
  assert(together("open /var/log/x failed", "open /tmp failed"));
  assert(together("see https://a.example/b?c=d;e=f for more", "see /etc/motd for more"));
  assert(together("sent 10 bytes (1.6 KB) in 3 s", "sent 7 MB in 00:02"));
  assert(together("lifetime <1 sec", "lifetime 00:02"));
  assert(together("mail to jo@example.org bounced", "mail to 42 bounced"));
  assert(together("key deadbeef gone", "key cafebabe gone"));
  assert(together("mac be:ef:be:ef:be:ef up", "mac 00:11:22:33:44:55 up"));
  assert(together("on Mon 3 Jun", "on 2026-06-03"));
  assert(together("deleted blk_1 blk_2 blk_3", "deleted blk_7"));
  assert(together("peer 10.0.0.1 () gone", "peer 10.0.0.2 (10.0.0.9) gone"));
  assert(together("alignment........5", "alignment......................17"));
});

Deno.test("lines that say different things are different patterns", () => {
  assertEquals(templates(["link up", "link down", "disk full", "link  up."]).length, 3);
  assertEquals(templates(["job 5 started", "job 5 stopped", "job 5 started twice"]).length, 3);
  assertEquals(templates(["a=5", "a: 5", "a 5"]).length, 3);
});

Deno.test("a template keeps the spacing, case and punctuation of its first line", () => {
  assertEquals(templates(['User  42 SAID "no" (code=7, took 12ms) at /a/b/c: bye!']), [
    'User  <num> SAID "no" (code=<num>, took <dur>) at <path>: bye!',
  ]);
  assertEquals(templates(["peer 10.0.0.1:80 at 12:30:05 is node-7"]), ["peer <addr> at <time> is <id>"]);
});

Deno.test("what has no text is a pattern that can be seen", () => {
  assertEquals(templates(["", "", "", "one", "one"]), ["(empty)", "one"]);
});

Deno.test("a bracket before a number is no sign of it, and variables that stand apart are written apart", () => {
  const install = Array.from({ length: 20 }, (_, i) => `install lib${i}:amd64 <none> ${i}.1`);
  assertEquals(templates(install), ["install <id> <none> <num>"]);
  assertEquals(templates(["temp > 5 now", "temp > 6 now"]), ["temp <id> now"]);
  const states = ["installed", "unpacked", "half-configured", "half-installed", "triggers-pending"];
  const status = Array.from({ length: 20 }, (_, i) =>
    states.flatMap((state) => [
      i % 2 === 0 ? `status ${state} man-db:amd64 1.${i}` : `status ${state} lib${i}:amd64 1.${i}`,
      `status ${state} zlib:all 2.${i}`,
    ]));
  assertEquals(templates(status.flat()).filter((template) => template.includes("><")), []);
});

Deno.test("what stands behind a path is a variable of its own", () => {
  assertEquals(templates(["GET /orders/9 200 in 35ms", "GET /carts/7/items 404 in 8ms"]), [
    "GET <path> <num> in <dur>",
  ]);
});

Deno.test("what stands before an equals sign is the name of what follows, no unit of the number before it", () => {
  assertEquals(templates(["timed out key=12 ms=3000", "timed out key=15 ms=3100"]), [
    "timed out key=<num> ms=<num>",
  ]);
});

Deno.test("a number with its unit, a path and what is counted are told apart from the variables before them", () => {
  for (
    const [line, template] of [
      ["took 12 ms, 276 hits", "took <dur>, <num> hits"],
      ["took 12ms, 276 hits", "took <dur>, <num> hits"],
      ["heap 512 MB, 93% used", "heap <num>, <num> used"],
      ["mem 512M, 12 threads", "mem <num>, <num> threads"],
      ["batch 12: 300 rows, 4 s, 12 MB", "batch <num>: <num> rows, <dur>, <num>"],
      ["up 3 days, 2:41, 5 users", "up <dur>, <time>, <num> users"],
      ["took 5 s 200 OK", "took <dur> <num> OK"],
      ["GET /orders/9 200 18 ms", "GET <path> <num> <dur>"],
      ["GET https://shop.example/a 200 12ms", "GET <path> <num> <dur>"],
      ["200 | 1.2ms | 10.0.0.1 | GET", "<num> | <dur> | <addr> | GET"],
      ["customer 5531: 3 items, 149.90 EUR", "customer <num>: <num> items, <num> EUR"],
      ["user 42, 3 failed logins", "user <num>, <num> failed logins"],
      ["disk /dev/sda1: 93% full", "disk <path>: <num> full"],
      ["10.0.0.7: 5 attempts", "<addr>: <num> attempts"],
      ["x1=5, x2=6 x3=7", "<id>=<num>, <id>=<num> <id>=<num>"],
      ["{1: 5, 2: 6}", "{<num>: <num>, <num>: <num>}"],
      ["from 10.0.0.1 port 32312 ssh2", "from <addr> port <num> ssh2"],
      ["SELECT o.id FROM orders o WHERE o.id = 7", "SELECT o.id FROM orders o WHERE o.id = <num>"],
      ["sent to shop.id after 7 s", "sent to <addr> after <dur>"],
      ["p50 12 ms, p99 40 ms", "p50 <dur>, p99 <dur>"],
    ]
  ) assertEquals(templates([line]), [template]);
});

Deno.test("lists, times and addresses are one variable however many parts they have", () => {
  assert(together("ids 1, 2, 3 in use", "ids 7 in use"));
  assert(together("load 0.1, 0.2, 0.3", "load 0.5"));
  assert(together("nodes 4, 5 and 6", "nodes 4 and 6"));
  assert(together('tags ["a1","b2","c3"]', 'tags ["a1"]'));
  assert(together("hosts ['a1', 'b2']", "hosts ['a1']"));
  assert(together("took 5 min 30 s", "took 12 s"));
  assert(together("at Fri Jul 01 08:16:53 PDT 2005 off", "at 2005-07-01 08:16:53 off"));
  assert(together("read 1,2,3 from 10.0.0.1:80", "read 1 from 10.0.0.1"));
  assertEquals(templates(['"a1", "b2"']), ['"<id>", "<id>"']);
});

Deno.test("the version of HTTP is no variable", () => {
  assertEquals(templates(["GET /orders/9 HTTP/1.1", "GET / HTTP/1.1", '"GET /a?b=c HTTP/2.0" 200']), [
    "GET <path> HTTP/1.1",
    '"GET <path> HTTP/2.0" <num>',
  ]);
});

Deno.test("a word becomes a variable when it has taken enough values", () => {
  assertEquals(templates(NAMES.map((name) => `session of ${name} was opened`)), [
    "session of <word> was opened",
  ]);
  assertEquals(templates(["cache was cleared", "cache was filled"]).length, 2);
});

Deno.test("what announces a value, or a number in its place, makes a variable sooner", () => {
  assert(
    together("session opened for user alice", "session opened for user bob", "session opened for user carol"),
  );
  assert(together("status of request changed to 5", "status of request changed to unknown"));
});

Deno.test("a number given early leads to the pattern that its line belongs to in the end", () => {
  const patterns = new Patterns();
  const numbers = addBodies(patterns, NAMES.map((name) => `session of ${name} was opened`));
  assertNotEquals(numbers[0], numbers[1]);
  assertEquals(new Set(numbers.map((number) => patterns.resolve(number))).size, 1);
  const [pattern] = patterns.snapshot().top;
  assertEquals(pattern.id, patterns.resolve(numbers[3]));
  assertEquals(pattern.count, NAMES.length);
});

Deno.test("several words at once become variables", () => {
  const next = random(7);
  const bodies = Array.from(
    { length: 60 },
    () => `moved ${randomWord(next)} over to ${randomWord(next)} without any trouble`,
  );
  assertEquals(templates(bodies), ["moved <word> over to <word> without any trouble"]);
});

Deno.test("a list of words stands where a single word may, however long it is", () => {
  const next = random(5);
  const list = () => Array.from({ length: 1 + next(5) }, () => randomWord(next));
  const bodies = Array.from({ length: 40 }, () => `settings changed: ${list().join(", ")}`);
  assertEquals(templates(bodies), ["settings changed: <word>"]);
  const quoted = Array.from(
    { length: 40 },
    () => `will drop [${list().map((word) => `'${word}'`).join(", ")}] now`,
  );
  assertEquals(new Set(templates(quoted).map((template) => template.replace(/'<word>'/, "<word>"))).size, 1);
  // What goes on behind a comma is no list.
  assertEquals(templates(NAMES.slice(0, 5).map((name) => `stopped, then ${name} ran`)).length, 5);
});

Deno.test("a name of several words with capitals is one variable, constants and what is said in small letters are none", () => {
  const [first, last] = [["Ann", "Ben", "Chloé", "Dora"], [
    "Smith",
    "O'Brien",
    "de Vries",
    "Okafor",
    "Rossi",
  ]];
  const bodies = first.flatMap((one) => last.map((other) => `sent the parcel to ${one} ${other} today`));
  assertEquals(templates(bodies), ["sent the parcel to <word> today"]);
  const states = ["NEW to DONE", "NEW to FAILED", "READY to LOST", "READY to NEW", "LOST to DONE"];
  assertEquals(templates(states.map((state) => `task moved from ${state}`)).length, states.length);
  const tasks = ["open the file", "read the header", "parse the body", "send the mail", "find the key"];
  assertEquals(templates(tasks.map((task) => `failed to ${task}`)).length, tasks.length);
});

Deno.test("several words behind an equals sign are one value", () => {
  const bodies = ["oslo", "new york", "rio de janeiro", "rome", "bern", "kuala lumpur"].map((city) =>
    `checking if Visit(day=2026-05-03, city=${city}) is complete`
  );
  assertEquals(templates(bodies), ["checking if Visit(day=<time>, city=<word>) is complete"]);
});

Deno.test("only the first line with text of a body counts", () => {
  assert(together("it broke\n  at a\n  at b", "it broke\n  at c", "\n\n it broke"));
});

Deno.test("an escaped body is the same as its text", () => {
  const text = 'said "no" twice\tin C:\\temp\\x\n  at one';
  const patterns = new Patterns();
  const numbers = add(patterns, [
    { body: text },
    { body: JSON.stringify(text).slice(1, -1), bodyKind: ESCAPED },
    { body: '\\n said \\"no\\" twice\\tin 7', bodyKind: ESCAPED },
  ]);
  assertEquals(new Set(numbers).size, 1);
});

Deno.test("JSON that is a body is read as text, and a record without a body has no pattern", () => {
  const patterns = new Patterns();
  const numbers = add(patterns, [
    { body: '{"a":1}', bodyKind: NESTED },
    { body: '{"a":22}', bodyKind: NESTED },
    { body: null },
  ]);
  assertEquals(numbers[0], numbers[1]);
  assertEquals(numbers[2], -1);
});

Deno.test("a pattern counts its records by severity and knows its first and last time", () => {
  const patterns = new Patterns();
  eachBatch(
    [
      { body: "took 5 ms", time: 2000, severity: 9 },
      { body: "took 6 ms", time: 1000, severity: 17 },
      { body: "took 7 ms", severity: 18 },
    ],
    (batch) => patterns.add(batch),
    undefined,
    5000,
  );
  const [{ count, severities, first, last }] = patterns.snapshot().top;
  assertEquals({ count, severities, first, last }, {
    count: 3,
    severities: [0, 0, 0, 1, 0, 2, 0],
    first: 1000,
    last: 2000,
  });
});

Deno.test("the values of a pattern's variables: kinds, top values, distinct ones, quantiles", () => {
  const patterns = new Patterns();
  const bodies = Array.from(
    { length: 200 },
    (_, i) => `user ${NAMES[i % 4]} waited ${i + 1} ms for /job/${i}`,
  );
  const numbers = addBodies(patterns, bodies);
  const details = patterns.details(numbers[0])!;
  assertEquals(details.template, "user <word> waited <dur> for <path>");
  assertEquals(details.count, 200);
  const [user, waited, path] = details.variables;
  assertEquals([user.kind, waited.kind, path.kind], ["word", "dur", "path"]);
  assertEquals(user.distinct, 4);
  assertEquals(user.values.map(({ value, count }) => `${value} ${count}`), [
    "alice 50",
    "bob 50",
    "carol 50",
    "dave 50",
  ]);
  const { unit, min, median, p95, max } = waited.numbers!;
  assertEquals([unit, min, max], ["ms", 1, 200]);
  assert(Math.abs(median - 100) <= 3, `median ${median}`);
  assert(Math.abs(p95 - 190) <= 4, `p95 ${p95}`);
  assert(Math.abs(path.distinct - 200) < 20);
  assertEquals(path.numbers, null);
  assertEquals(patterns.details(numbers[0] + 1000), null);
});

Deno.test("of a place that holds words and a number each the words are counted", () => {
  const patterns = new Patterns();
  const keys = ["order", "bill", "cart"];
  const numbers = addBodies(
    patterns,
    Array.from({ length: 90 }, (_, i) => `hit for key ${keys[i % 3]}:${i}`),
  );
  const [key] = patterns.details(numbers[0])!.variables;
  assertEquals([key.kind, key.count], ["word", 90]);
  assertEquals(key.values.map(({ value, count }) => `${value} ${count}`).sort(), [
    "bill:<num> 30",
    "cart:<num> 30",
    "order:<num> 30",
  ]);
});

Deno.test("the values of what becomes frequent are kept, though rare patterns with variables came before", () => {
  const patterns = new Patterns();
  const letters = (n: number) =>
    [...n.toString(2).padStart(11, "0")].map((bit) => "ab"[Number(bit)]).join("");
  const rare = Array.from({ length: 1500 }, (_, i) => `${letters(i)} ${letters(i * 7 + 1)} held ${i} keys`);
  addBodies(patterns, rare);
  const numbers = addBodies(patterns, Array.from({ length: 2000 }, (_, i) => `took ${i % 100} ms`));
  const { template, variables: [took] } = patterns.details(numbers.at(-1)!)!;
  assertEquals(template, "took <dur>");
  // Those before there was room are not counted.
  assert(took.count > 1500, `${took.count}`);
  assert(Math.abs(took.numbers!.median - 50) < 5, `${took.numbers!.median}`);
});

Deno.test("of a frequent pattern some records stand for the others", () => {
  const patterns = new Patterns();
  const numbers = addBodies(patterns, Array.from({ length: 20_000 }, (_, i) => `took ${i % 1000} ms`));
  const [took] = patterns.details(numbers[0])!.variables;
  assert(!took.exact);
  assert(Math.abs(took.count - 20_000) < 200, `${took.count}`);
  assert(Math.abs(took.numbers!.median - 500) < 50, `${took.numbers!.median}`);
});

Deno.test("500,000 distinct lines stay within the bound, and what is frequent among them is kept", () => {
  const patterns = new Patterns();
  const next = random(1);
  let most = 0;
  let frequent = 0;
  let number = -1;
  for (let round = 0; round < 50; round++) {
    const bodies = Array.from({ length: 10_000 }, (_, i) => {
      if (i % 100 === 0) return "the disk is nearly full";
      return `${letters(next(1e6))} ${letters(next(1e6))} ${letters(next(1e6))} ${
        letters(round * 10_000 + i)
      }`;
    });
    frequent += 100;
    const numbers = addBodies(patterns, bodies);
    if (round === 0) number = numbers[0];
    assertEquals(patterns.resolve(numbers[0]), number);
    most = Math.max(most, patterns.bytes);
  }
  assert(most <= MAX_PATTERN_BYTES, `${most} bytes`);
  const { top, total } = patterns.snapshot();
  assert(total <= MAX_SHAPES);
  assertEquals([top[0].template, top[0].count, top[0].id], ["the disk is nearly full", frequent, number]);
  let shown = patterns.dropped;
  for (const { count } of top) shown += count;
  assert(patterns.dropped > 0 && shown <= 500_000);
});

Deno.test("a number is never given to another pattern", () => {
  const patterns = new Patterns();
  const next = random(3);
  const bodyOf = new Map<number, string>();
  for (let round = 0; round < 6; round++) {
    const bodies = Array.from(
      { length: 10_000 },
      () => Array.from({ length: 5 }, () => randomWord(next)).join(" "),
    );
    addBodies(patterns, bodies).forEach((number, i) => {
      if (number < 0) return;
      const known = bodyOf.get(number);
      if (known === undefined) bodyOf.set(number, bodies[i]);
    });
  }
  assert(patterns.dropped > 0);
  for (const { id, template } of patterns.snapshot().top) {
    if (!template.includes("<")) assertEquals(bodyOf.get(id), template);
  }
});

const word = fc.constantFrom(
  "link",
  "up",
  "down",
  "user",
  "of",
  "for",
  "5",
  "10.0.0.1",
  "/a/b",
  "x=1",
  "(y)",
  ...NAMES,
);
const body = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));

Deno.test("merged patterns count what both have counted, whichever takes over the other", () => {
  fc.assert(
    fc.property(fc.array(body), fc.array(body), (mine, theirs) => {
      const counts: number[] = [];
      for (const [first, second] of [[mine, theirs], [theirs, mine]]) {
        const one = new Patterns();
        const other = new Patterns(1 << 20);
        addBodies(one, first);
        const numbers = addBodies(other, second);
        const before = numbers.map((number) => other.resolve(number));
        one.merge(other);
        const { top } = one.snapshot();
        counts.push(top.reduce((sum, { count }) => sum + count, 0));
        const held = new Set(top.map(({ id }) => id));
        for (const number of numbers) assert(held.has(one.resolve(number)));
        // What was together stays together.
        const after = new Map(before.map((id) => [id, one.resolve(id)]));
        numbers.forEach((number, i) => assertEquals(one.resolve(number), after.get(before[i])));
      }
      assertEquals(counts, [mine.length + theirs.length, mine.length + theirs.length]);
    }),
    { numRuns: 60 },
  );
});

Deno.test("numbers grow in the order in which patterns begin, and joined ones lead to the older", () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 60 }), (bodies) => {
      const patterns = new Patterns();
      const numbers = addBodies(patterns, bodies);
      let highest = -1;
      for (const number of numbers) {
        assert(number <= highest + 1 || number > highest);
        highest = Math.max(highest, number);
        assert(patterns.resolve(number) <= number);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("the template of a pattern says what each of its lines says", () => {
  const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  fc.assert(
    fc.property(fc.array(body, { minLength: 20, maxLength: 80 }), (bodies) => {
      const patterns = new Patterns();
      const numbers = addBodies(patterns, bodies);
      const templateOf = new Map(patterns.snapshot().top.map(({ id, template }) => [id, template]));
      numbers.forEach((number, i) => {
        const template = templateOf.get(patterns.resolve(number))!;
        const parts = template.split(/<(?:num|dur|time|addr|path|id|word)>/).map((part) =>
          escape(part.trim()).replace(/\s+/g, "\\s+")
        );
        const pattern = new RegExp(`^\\s*${parts.join("\\s*.*?\\s*")}\\s*$`);
        assert(pattern.test(bodies[i]), `${template} | ${bodies[i]}`);
      });
    }),
    { numRuns: 200 },
  );
});

Deno.test("no bytes are too strange", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 20 }), (bodies) => {
      const patterns = new Patterns();
      addBodies(patterns, bodies);
      const { top } = patterns.snapshot();
      assertEquals(top.reduce((sum, { count }) => sum + count, 0), bodies.length);
      for (const { id } of top) assert(patterns.details(id) !== null);
    }),
    { numRuns: 300 },
  );
});

Deno.test("after a reset nothing is left", () => {
  const patterns = new Patterns();
  addBodies(patterns, ["took 5 ms", "took 6 ms"]);
  patterns.reset();
  assertEquals(patterns.snapshot(), { top: [], total: 0 });
  addBodies(patterns, ["took 5 ms"]);
  assertEquals(patterns.snapshot().top[0].count, 1);
});

Deno.test("a record without a time is of the time of its neighbour, also in first and last", () => {
  const patterns = new Patterns();
  const dated = { body: "alive", time: 1_700_000_000_000 };
  add(patterns, [{ body: "before" }, dated, { body: "between" }, { ...dated, time: 1_700_000_060_000 }]);
  add(patterns, [{ body: "behind" }]);
  const times = new Map(
    patterns.snapshot().top.map(({ template, first, last }) => [template, [first, last]]),
  );
  assertEquals(times.get("before"), [1_700_000_000_000, 1_700_000_000_000]);
  assertEquals(times.get("between"), [1_700_000_000_000, 1_700_000_000_000]);
  assertEquals(times.get("behind"), [1_700_000_060_000, 1_700_000_060_000]);
});
