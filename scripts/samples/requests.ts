import type { Said } from "./said.ts";

export const BOOKS = [
  "the-tidal-almanac",
  "a-history-of-weirs",
  "rivers-of-the-north",
  "mill-and-meadow",
  "the-lock-keeper",
  "salmon-in-spring",
  "bridges-explained",
  "notes-from-a-ferry",
];

export const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
];

/** A request as the gateway logs it when it is answered. */
export function request(
  at: number,
  client: string,
  line: string,
  status: number,
  bytes: number,
  seconds: number,
  agent: string,
  referrer = "-",
): Said {
  const [method, url] = line.split(" ");
  const fields = { client, method, url, status, bytes, seconds: seconds.toFixed(3), agent, referrer };
  return { at: at + Math.round(seconds * 1000), level: "info", text: line, fields };
}
