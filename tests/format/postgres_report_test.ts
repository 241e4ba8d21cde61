import { assertEquals } from "@std/assert";
import { readLive, readText } from "./case_reader.ts";

Deno.test("what belongs to a report of PostgreSQL has its severity, however much later than the report it comes", () => {
  const read = readLive([
    "2026-11-20 08:00:00.123 UTC [42] ERROR:  duplicate key value violates unique constraint",
    "2026-11-20 08:00:00.123 UTC [42] DETAIL:  Key (id)=(7) already exists.",
    "2026-11-20 08:00:00.123 UTC [42] STATEMENT:  INSERT INTO orders VALUES (7)",
    "2026-11-20 08:00:01.123 UTC [42] LOG:  process 42 still waiting for ShareLock on transaction 977",
    "2026-11-20 08:00:01.123 UTC [42] DETAIL:  Process holding the lock: 43.",
    "",
  ].join("\n"));
  assertEquals(read.map(({ severity }) => severity?.split(" ")[0]), [
    "ERROR",
    "ERROR",
    "ERROR",
    "INFO",
    "INFO",
  ]);
});

Deno.test("lines of others between a report of PostgreSQL and what belongs to it change nothing", () => {
  const read = readText([
    "2026-11-20 08:00:00.123 UTC [42] ERROR:  duplicate key value violates unique constraint",
    "2026-11-20 08:00:00.123 UTC [57] LOG:  checkpoint starting: time",
    "2026-11-20T08:00:00Z pgbackup WARN disk /data is 91% full",
    "2026-11-20 08:00:00.123 UTC [42] STATEMENT:  INSERT INTO orders VALUES (7)",
    "2026-11-20 08:00:00.321 UTC [57] LOG:  checkpoint complete",
    "",
  ].join("\n"));
  assertEquals(read.map(({ severity }) => severity?.split(" ")[0]), [
    "ERROR",
    "INFO",
    "WARN",
    "ERROR",
    "INFO",
  ]);
});
