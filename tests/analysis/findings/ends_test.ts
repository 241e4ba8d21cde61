import { assert, assertEquals, assertMatch } from "@std/assert";
import { MINUTE, START } from "./randomness.ts";
import { findingsOf, type Said } from "./two_services.ts";

const FROM = START + 240 * MINUTE;
const SHOP = { service: "shop", host: "node-1" };
const KERNEL = { service: "kernel", host: "node-1", level: "" };

type Add = (time: number, said: Said) => void;

/** What others say while what they need is gone. */
function failing(add: Add, next: () => number): void {
  for (let time = FROM + 900; time < FROM + 3 * MINUTE; time += 4000 * next()) {
    add(time, { ...SHOP, level: "error", msg: "search unavailable: connection refused" });
  }
}

Deno.test("a process that is killed leads what failed because of it, though it is said in several ways at once", async () => {
  const [first, ...others] = await findingsOf((add, next) => {
    for (
      const msg of [
        "java invoked oom-killer: gfp_mask=0x140cca, order=0, oom_score_adj=0",
        "oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),cpuset=/,task=java,pid=1834",
        "Out of memory: Killed process 1834 (java) total-vm:9412204kB",
        "oom_reaper: reaped process 1834 (java), now anon-rss:0kB",
        "search.service: A process of this unit has been killed by the OOM killer.",
        "search.service: Main process exited, code=killed, status=9/KILL",
        "search.service: exited with status 137",
        "search.service: segfault at 0 ip 000055d0 error 4",
      ]
    ) add(FROM, { ...KERNEL, msg });
    failing(add, next);
  });
  assertEquals(first.title, "New error: Out of memory: Killed process 1834 (java) total-vm:9412204kB");
  assert(
    first.parts!.includes("meanwhile new error: search unavailable: connection refused, for 3 min"),
    first.evidence,
  );
  assert(
    first.merged!.some(({ kind, title }) => kind === "new-pattern" && title.includes("search unavailable")),
    "it is told what became of the finding that this was",
  );
  assertEquals(others, []);
});

Deno.test("no space left leads though most of the errors of that time are others'", async () => {
  const [first] = await findingsOf((add, next) => {
    add(FROM, {
      ...SHOP,
      service: "ledger",
      level: "error",
      msg: "could not extend file base/16386: No space left on device",
    });
    for (const what of ["order", "cart", "payment", "refund", "bill", "parcel", "label", "stock", "price"]) {
      for (let time = FROM; time < FROM + 8 * MINUTE; time += 120_000 * next()) {
        add(time, { ...SHOP, level: "error", msg: `${what} failed` });
      }
    }
  });
  assertEquals(
    first.title,
    "New error: could not extend file base/16386: No space left on device",
  );
});

Deno.test("neither what is deprecated nor what is nothing but values came before an incident", async () => {
  const [first] = await findingsOf((add, next) => {
    add(FROM - 2000, {
      ...SHOP,
      level: "warning",
      msg: "DeprecationWarning: datetime.utcnow() is deprecated",
    });
    add(FROM - 1000, { ...SHOP, level: "", msg: "<TASK>" });
    failing(add, next);
  });
  assertEquals(first.title, "New error: search unavailable: connection refused");
  assert(!first.evidence.includes("before it") && !first.evidence.includes("as it began"), first.evidence);
});

Deno.test("an index that is dropped, a cache that is emptied and a release that starts come before what they bring", async () => {
  const before = async (msg: string) => {
    const [first] = await findingsOf((add, next) => {
      add(FROM - 5000, { ...SHOP, msg });
      failing(add, next);
    });
    return first.parts!.find((part) => part.includes("before it"));
  };
  for (
    const msg of [
      "statement: DROP INDEX orders_customer_idx;",
      "FLUSHALL requested by admin",
      "starting checkout 2.9.0",
    ]
  ) assertEquals(await before(msg), `6 s before it: ${msg} (1 record)`, msg);
});

Deno.test("a disk that failed is told though that is said once", async () => {
  const found = await findingsOf((add) => {
    add(FROM, { ...KERNEL, msg: "md/raid1:md0: Disk failure on sdb1, disabling device." });
  });
  assertEquals(found.map(({ title }) => title), [
    "New error: md/raid1:md0: Disk failure on sdb1, disabling device.",
  ]);
});

Deno.test("what a program ended of is told before its silence, though only the trace names it", async () => {
  const [first, ...others] = await findingsOf((add, next) => {
    for (let time = START; time < FROM; time += 4000 * next()) {
      add(time, { service: "prices", host: "node-1", msg: `priced cart ${Math.floor(next() * 1e6)}` });
    }
    const said = {
      service: "prices",
      host: "node-1",
      level: "error",
      msg: "Unexpected error occurred in a scheduled task",
    };
    for (const after of [9000, 6000, 3000]) {
      add(FROM - after, {
        ...said,
        ...{
          stack_trace: "java.lang.OutOfMemoryError: Java heap space\n\tat shop.Rules.load(Rules.java:51)",
        },
      });
    }
    for (let time = FROM; time < FROM + 120 * MINUTE; time += 9000 * next()) {
      add(time, { ...SHOP, level: "error", msg: "cannot price the cart: connection refused" });
    }
  });
  assertEquals(first.title, "Vanished: prices on node-1");
  assertMatch(
    first.evidence,
    /before it: Unexpected error .*, with: java\.lang\.OutOfMemoryError: Java heap space/,
  );
  assertEquals(others, []);
});

Deno.test("a container that ended leads, though its line names no severity", async () => {
  const [first] = await findingsOf((add, next) => {
    add(FROM, { ...SHOP, service: "compose", level: "", msg: "api-1 exited with code 137" });
    failing(add, next);
  });
  assertEquals(first.title, "New error: api-1 exited with code 137");
});

Deno.test("of a trace whose lines are records each, the exception is told and not what stands above it", async () => {
  const [first] = await findingsOf((add, next) => {
    for (let time = FROM; time < FROM + 60 * MINUTE; time += 6000) {
      for (const msg of ["Traceback (most recent call last):", "KeyError: 'DATABASE_URL'"]) {
        add(time, { ...SHOP, service: "billing", level: "", msg });
      }
    }
    for (let time = FROM + 900; time < FROM + 60 * MINUTE; time += 6000 * next()) {
      add(time, { ...SHOP, level: "error", msg: "bill request failed: connection refused" });
    }
  });
  assertMatch(first.evidence, /together with: KeyError: 'DATABASE_URL' \(600 records\)/);
});
