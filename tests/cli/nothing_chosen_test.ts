import { assertEquals, assertThrows } from "@std/assert";
import { moment } from "../../src/cli/moment.ts";
import { remarksOnChoice } from "../../src/cli/nothing_chosen.ts";
import { Ingestion } from "../../src/engine/ingestion.ts";
import type { EngineSettings } from "../../src/engine/messages.ts";
import { checkOrder, TimeWindow } from "../../src/engine/time_window.ts";
import type { TimeValue } from "../../src/query/time_value.ts";
import { UserError } from "../../src/record/user_error.ts";
import { rawText } from "../../src/settings/raw.ts";
import { engineSettings } from "../engine/settings.ts";
import { TempFolder } from "../source/temp_folder.ts";

const LOG = [
  '{"time":"2026-11-20T08:00:00Z","level":"info","msg":"one","http":{"status":200},"user":"ann"}\n',
  '{"time":"2026-11-20T08:05:00Z","level":"error","msg":"two","http":{"status":500},"user":"bob"}\n',
].join("");
const NOWHERE = { names: { skins: [], formats: [], providers: [] }, home: "", warn: () => {} };
const at = (text: string): TimeValue => moment().read(rawText(text), NOWHERE);

/** What is remarked on a run over `log`, without the file's name. */
async function remarks(settings: Partial<EngineSettings>, log = LOG): Promise<string[]> {
  using folder = new TempFolder();
  const file = folder.file("app.log", log);
  const ingestion = new Ingestion(engineSettings({ files: [file], ...settings }), { notice() {} }, () => {});
  await ingestion.run(new AbortController().signal);
  return remarksOnChoice(ingestion, "UTC").map((remark) => remark.replace(file, "app.log"));
}

Deno.test("a field that no record has is named, with what may have been meant", async () => {
  const named: [string, string, string][] = [
    ["usr=ann", "usr", "; did you mean user?"],
    ["staus>=500", "staus", "; did you mean status?"],
    ["TEXT=one", "TEXT", "; did you mean body?"],
    ["hots=a", "hots", "; did you mean host?"],
    ["lvel=error", "lvel", "; did you mean level?"],
    ["constructor>5", "constructor", "; check its spelling"],
    ["not colour=red", "colour", "; check its spelling"],
  ];
  for (const [where, field, hint] of named) {
    assertEquals(await remarks({ where }), [`--where: no record of app.log has a field "${field}"${hint}`]);
  }
  assertEquals((await remarks({ where: "severity=error foo=1 or bar=2" })).length, 2);
});

Deno.test("a filter that finds nothing because other programs write it so is told how it is written here", async () => {
  const told: [where: string, remark: string][] = [
    ["level:error", '"level:error" is looked for as text: level=error asks for the field'],
    ["status:500 x", '"status:500" is looked for as text: status=500 asks for the field'],
    ["user=ann,bob", "user=ann,bob asks for one value: user=ann or user=bob"],
    ["two | x", '"|" is looked for as text: or stands between alternatives'],
  ];
  for (const [where, remark] of told) assertEquals(await remarks({ where }), [`--where: ${remark}`]);
  for (const where of ["level:error or two", "https://shop.example", "12:03", 'user="ann,bob"']) {
    assertEquals(await remarks({ where }), []);
  }
});

Deno.test("values that have other units than what they are compared with are remarked on, until one can be compared", async () => {
  const log = (...took: string[]) => took.map((value) => `{"msg":"done","took":${value}}\n`).join("");
  const units = log('"fast"', '"700ms"', '"1.5s"');
  assertEquals(await remarks({ where: "took>500" }, units), [
    "--where: took has units, as in 700ms: write one, too",
  ]);
  assertEquals(await remarks({ where: "took<5MB" }, units), [
    "--where: took is measured otherwise, as in 700ms",
  ]);
  assertEquals(await remarks({ where: "took>=5ms" }, log("7")), [
    "--where: took has no units, as in 7: write none",
  ]);
  for (const where of ["took>9s", "took=5", "took>=1ms"]) assertEquals(await remarks({ where }, units), []);
  assertEquals(await remarks({ where: "took>500" }, log('"700ms"', "3")), []);
});

Deno.test("fields that a record has, also by their last part, and fields of every record are not remarked on", async () => {
  for (
    const where of ["user=zoe", "USER=ann", "status=404", "http.status=1", "host=a trace=b message~c", "two"]
  ) {
    assertEquals(await remarks({ where }), []);
  }
  assertEquals(await remarks({ where: "usr=ann" }, ""), []);
});

Deno.test("of a time window without records it is told from when to when they are", async () => {
  const told =
    "no record of app.log is in the given time range: its records are from 2026-11-20 08:00:00 to " +
    "2026-11-20 08:05:00 UTC";
  assertEquals(await remarks({ since: at("2030-01-01") }), [told]);
  assertEquals(await remarks({ until: at("2026-11-20T07:59:59Z") }), [told]);
  assertEquals(await remarks({ since: at("1m") }), []);
  assertEquals(await remarks({ since: at("2030-01-01") }, "no time at all\n"), []);
});

Deno.test("a window that ends before it begins is refused, naming both ends", () => {
  const refused = (since: string, until: string) =>
    assertThrows(
      () => checkOrder(at(since), at(until)),
      UserError,
      `--since ${since} is later than --until ${until}`,
    );
  refused("15m", "30m");
  refused("2026-11-22", "2026-11-21");
  refused("2026-11-21T10:00:00Z", "2026-11-21T11:00:00+02:00");
  for (const [since, until] of [["30m", "15m"], ["15m", "15m"], ["15:00", "14:00"], ["1m", "2026-11-21"]]) {
    checkOrder(at(since), at(until));
  }
  const context = { reference: Date.parse("2026-11-20T08:05:00Z"), offsetAt: () => 0 };
  const mixed = () => new TimeWindow(at("2026-11-20T08:04:30"), at("1m"), context);
  const { exitCode } = assertThrows(mixed, UserError, "--since 2026-11-20T08:04:30 is later than --until 1m");
  assertEquals(exitCode, 2);
  // The last 15:00 was yesterday.
  new TimeWindow(at("15:00"), at("07:00"), context);
});
