import { assertEquals } from "@std/assert";
import { nearestName } from "../../src/record/nearest_name.ts";

Deno.test("nearestName() finds the name that was meant", () => {
  const names = [
    "default",
    "dracula",
    "nord",
    "solarized-dark",
    "solarized-light",
    "report",
    "parse",
    "file",
    "follow",
  ];
  const cases: Record<string, string | null> = {
    drakula: "dracula",
    Dracula: "dracula",
    reprot: "report",
    prase: "parse",
    paser: "parse",
    nrod: "nord",
    solarized: "solarized-dark",
    "solarised-light": "solarized-light",
    def: "default",
    fol: "follow",
    file: "file",
    xyzzy: null,
    "": null,
  };
  for (const [typed, meant] of Object.entries(cases)) assertEquals(nearestName(typed, names), meant, typed);
});
