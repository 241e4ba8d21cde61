import { assertEquals } from "@std/assert";
import { rehearse } from "../../src/dashboard/rehearsal.ts";
import { Driver } from "./driver.ts";
import { plainLook } from "./plain_look.ts";

Deno.test("a rehearsal draws frames for nobody, changes no state and asks nobody", () => {
  for (const records of [0, 300]) {
    const dash = new Driver(100, 30, { records });
    const { state } = dash;
    const before = structuredClone({ ...state, info: null });
    const asked = dash.engine.requests.length;
    const steps = [...rehearse(state, plainLook(false), { color: "none", ascii: false, modern: false })];
    assertEquals(steps.length > 4, true);
    assertEquals({ ...state, info: null }, before as unknown as typeof state);
    assertEquals(dash.engine.requests.length, asked);
  }
});
