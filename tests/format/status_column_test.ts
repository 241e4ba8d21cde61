import { assertEquals } from "@std/assert";
import { readLive, readText } from "./case_reader.ts";

const STATUS = "http.response.status_code";

/** A line of a server that writes numbers before the request. */
function line(numbers: string): string {
  return `2026-11-24T21:03:23.561+0000 127.0.0.1 ${numbers} "GET /a HTTP/1.1" "-" "curl/8.5.0"\n`;
}

const statuses = (records: ReturnType<typeof readText>) =>
  records.map(({ attributes }) => attributes?.[STATUS]);

Deno.test("the column that has a status in all of the first lines is the status in each of them", () => {
  const text = line("203 2330 200") + line("204 481 404") + line("3277 2173 503") + line("400 236 403");
  assertEquals(statuses(readText(text)), [200, 404, 503, 403]);
});

Deno.test("where lines come one by one the column is known once one of them has told it", () => {
  const text = line("3277 2173 200") + line("203 2330 404") + line("400 236 503");
  assertEquals(statuses(readLive(text)), [200, 404, 503]);
});

Deno.test("lines of two layouts, of which no column has a status in all, are read each by itself", () => {
  const text = line("200 2330 3277") + line("3277 2330 404") + line("503 204 3277") + line("3277 403 2330");
  assertEquals(statuses(readText(text)), [200, 404, 503, 403]);
});
