import { assertEquals, assertMatch } from "@std/assert";
import { placedColumns } from "../../src/dashboard/columns.ts";
import type { ColumnName, State } from "../../src/dashboard/state.ts";
import type { Summary } from "../../src/record/summary.ts";
import { Driver } from "./driver.ts";

/** The columns of a log of two files and two attributes that were chosen, in some cells: titles and widths. */
function placed(width: number): string[] {
  const dash = new Driver(160, 45, { records: 1204 });
  const { summary } = dash.state.shown!;
  const attribute = (key: string, value: string) => ({
    key,
    count: 9,
    distinct: 1,
    exact: true,
    values: [{ value, count: 9 }],
  });
  const [source] = summary.sources;
  const shown: Summary = {
    ...summary,
    sources: [{ ...source, name: "logs/gateway-access.log" }, { ...source, name: "logs/payments.log" }],
    services: [{ ...summary.services[0], name: "checkout-workers" }],
    hosts: [],
    attributes: [
      attribute("client.address", "198.51.100.163"),
      attribute("http.response.status_code", "200"),
    ],
  };
  const columns: ColumnName[] = ["@client.address", "@http.response.status_code"];
  const state: State = {
    ...dash.state,
    columns: [...dash.state.columns, ...columns.map((name) => ({ name, shown: true }))],
  };
  return placedColumns(state, shown, width).slice(2).map(({ title, cells }) => `${title} ${cells}`);
}

Deno.test("columns are as wide as their values; names give way to the message, then what was chosen", () => {
  assertEquals(placed(198), [
    "SERVICE 16",
    "SOURCE 18",
    "CLIENT.ADDRESS 14",
    "STATUS_CODE 11",
    "MESSAGE 110",
  ]);
  assertEquals(placed(118), ["SERVICE 14", "SOURCE 14", "CLIENT.ADDRESS 14", "STATUS_CODE 11", "MESSAGE 36"]);
  assertEquals(placed(98), ["SERVICE 10", "SOURCE 10", "CLIENT.ADDRESS 14", "STATUS_CODE 11", "MESSAGE 24"]);
});

Deno.test("a narrow screen leaves names out, not the attributes that were chosen", () => {
  assertEquals(placed(78), ["CLIENT.ADDRESS 14", "STATUS_CODE 11", "MESSAGE 28"]);
  assertEquals(placed(58), ["ADDRESS 8", "STATUS_CODE 8", "MESSAGE 17"]);
});

Deno.test("names of services and hosts are cut in the middle: it is their ends that differ", () => {
  const dash = new Driver(160, 45, { records: 1204 });
  const shown = dash.state.shown!;
  const host = "ip-10-0-192-123.eu-west-1.internal";
  const hosts = [{ ...shown.summary.hosts[0], name: host }];
  const rows = dash.state.log.rows.map((row) => ({ ...row, record: { ...row.record, host } }));
  dash.state = {
    ...dash.state,
    shown: { ...shown, summary: { ...shown.summary, hosts } },
    log: { ...dash.state.log, rows },
  };
  assertMatch(dash.text(), / ip-10-0…ternal {2}/);
});
