import { assertEquals } from "@std/assert";
import {
  severityOfLetter,
  severityOfName,
  severityOfStatus,
  severityOfSyslog,
  severityOfWord,
} from "../../src/format/severity_word.ts";

function severityOf(word: string): number {
  const bytes = new TextEncoder().encode(word);
  return severityOfWord(bytes, 0, bytes.length);
}

Deno.test("severityOfWord knows names and short forms in any case", () => {
  const numbers: [string, number][] = [
    ["trace", 1],
    ["FINEST", 1],
    ["Debug", 5],
    ["dbg", 5],
    ["FINE", 6],
    ["CONFIG", 7],
    ["INFO", 9],
    ["inf", 9],
    ["Informational", 9],
    ["notice", 10],
    ["WARN", 13],
    ["wArNiNg", 13],
    ["err", 17],
    ["SEVERE", 17],
    ["crit", 18],
    ["alert", 19],
    ["CRITICAL", 21],
    ["emerg", 21],
    ["panic", 21],
    ["FTL", 21],
  ];
  for (const [word, number] of numbers) assertEquals(severityOf(word), number, word);
  for (const word of ["", "x", "in", "infos", "message", "warnings", "[INFO]", "ERR0R", "error "]) {
    assertEquals(severityOf(word), 0, word);
  }
});

Deno.test("letters, syslog severities and statuses have numbers of their own", () => {
  assertEquals([..."VDIWEFC"].map((letter) => severityOfLetter(letter.charCodeAt(0))), [
    1,
    5,
    9,
    13,
    17,
    21,
    21,
  ]);
  assertEquals(severityOfLetter("X".charCodeAt(0)), 0);
  assertEquals([0, 1, 2, 3, 4, 5, 6, 7].map(severityOfSyslog), [21, 19, 18, 17, 13, 10, 9, 5]);
  assertEquals([200, 302, 404, 503].map(severityOfStatus), [9, 9, 13, 17]);
});

Deno.test("severityOfName knows names in other languages, unless they begin in small letters", () => {
  const encoder = new TextEncoder();
  const numberOf = (name: string) => {
    const bytes = encoder.encode(name);
    return severityOfName(bytes, 0, bytes.length);
  };
  const numbers: [string, number][] = [
    ["SCHWERWIEGEND", 17],
    ["Fehler", 17],
    ["AM FEINSTEN", 1],
    ["AVERTISSEMENT", 13],
    ["PRÉCIS", 6],
    ["INFORMACIÓN", 9],
    ["Información", 9],
    ["ПРЕДУПРЕЖДЕНИЕ", 13],
    ["警告", 13],
    ["심각", 17],
    ["WARN", 13],
  ];
  for (const [name, number] of numbers) assertEquals(numberOf(name), number, name);
  for (const name of ["fehler", "grave", "attention", "消息", "é"]) assertEquals(numberOf(name), 0, name);
});
