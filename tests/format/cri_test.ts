import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

const time = (second: number) => `2026-11-20T08:00:0${second}.000000000Z`;
const line = (second: number, stream: string, tag: string, text: string) =>
  `${time(second)} ${stream} ${tag} ${text}`;
const bodies = (lines: string[]) =>
  readText(`${lines.join("\n")}\n`).map(({ time, body, attributes }) => [
    time?.slice(17, 19),
    attributes?.["log.iostream"],
    body,
  ]);

Deno.test("CRI: parts of two streams that stand between each other are joined each by itself", () => {
  assertEquals(
    bodies([
      line(1, "stdout", "P", "out one "),
      line(2, "stderr", "P", "err one "),
      line(3, "stdout", "P", "out two "),
      line(4, "stderr", "F", "err two"),
      line(5, "stderr", "F", "err whole"),
      line(6, "stdout", "F", "out three"),
      line(7, "stdout", "F", "behind"),
    ]),
    [
      ["01", "stdout", "out one out two out three"],
      ["02", "stderr", "err one err two"],
      ["05", "stderr", "err whole"],
      ["07", "stdout", "behind"],
    ],
  );
});

Deno.test("CRI: what joins a record before it is kept when it comes between another stream's parts", () => {
  assertEquals(
    bodies([
      line(1, "stderr", "F", "2026-11-20 08:00:01 ERROR failed"),
      line(2, "stdout", "P", "out one "),
      line(3, "stderr", "F", "    at main (main.js:1)"),
      line(4, "stdout", "F", "out two"),
    ]),
    [
      ["01", "stderr", "failed"],
      ["02", "stdout", "out one out two"],
      ["03", "stderr", "    at main (main.js:1)"],
    ],
  );
});

Deno.test("CRI: a part whose rest never comes is read as it is", () => {
  assertEquals(bodies([line(1, "stdout", "P", "half"), line(2, "stderr", "F", "whole")]), [
    ["01", "stdout", "half"],
    ["02", "stderr", "whole"],
  ]);
});
