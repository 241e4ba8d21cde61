import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, random, START } from "./randomness.ts";

export interface Said {
  service: string;
  host: string;
  level?: string;
  status?: number;
  msg: string;
  stack_trace?: string;
}

/** What needs a look in six hours in which two services say something every few seconds; `say` adds to it. */
export async function findingsOf(
  say: (add: (time: number, said: Said) => void, next: () => number) => void,
  quiet = (_time: number, _host: string) => false,
): Promise<Finding[]> {
  const lines: { time: number; text: string }[] = [];
  const next = random(9);
  const add = (time: number, { service, host, level = "info", status, msg, stack_trace }: Said) => {
    if (time >= START && time < END) {
      lines.push({
        time,
        text: JSON.stringify({
          time: new Date(time).toISOString(),
          level,
          service,
          host,
          status,
          msg,
          stack_trace,
        }),
      });
    }
  };
  for (const [service, mean] of [["shop", 6000], ["login", 8000]] as const) {
    for (let time = START; time < END; time += -Math.log(1 - next()) * mean) {
      const host = next() < 0.5 ? "node-1" : "node-2";
      if (!quiet(time, host)) {
        add(time, { service, host, msg: `${service} served page ${Math.floor(next() * 1e6)}` });
      }
    }
  }
  say(add, next);
  lines.sort((x, y) => x.time - y.time);
  return (await summaryOf(lines.map(({ text }) => `${text}\n`).join(""))).findings;
}
