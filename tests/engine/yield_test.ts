import { assert } from "@std/assert";
import { yieldToOthers } from "../../src/engine/yield.ts";

Deno.test({
  name: "a signal is heard of soon by who yields and always has more to do",
  ignore: Deno.build.os === "windows",
  async fn() {
    let heard = 0;
    const hear = () => heard++;
    Deno.addSignalListener("SIGUSR2", hear);
    try {
      for (let sent = 1; sent <= 8; sent++) {
        for (let at = 0; at < sent; at++) await yieldToOthers();
        Deno.kill(Deno.pid, "SIGUSR2");
        let yielded = 0;
        while (heard < sent && yielded < 60) {
          const begun = performance.now();
          while (performance.now() - begun < 10);
          await yieldToOthers();
          yielded++;
        }
        assert(yielded <= 12, `${yielded} times yielded`);
      }
    } finally {
      Deno.removeSignalListener("SIGUSR2", hear);
    }
  },
});
