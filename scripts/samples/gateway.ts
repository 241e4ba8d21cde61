import morgan from "morgan";
import type { Said } from "./said.ts";

/** The gateway logs with morgan, in the combined format of web servers and the seconds behind it. */
export function writeGateway(said: readonly Said[]): string {
  const line = morgan.compile(`${morgan.combined} rt=:seconds`);
  return said.map(({ at, fields = {} }) => {
    const request = {
      method: fields.method,
      url: fields.url,
      ip: fields.client,
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      headers: { referer: fields.referrer, "user-agent": fields.agent },
    };
    const response = {
      headersSent: true,
      statusCode: fields.status,
      getHeader: (name: string) => name === "content-length" ? fields.bytes : undefined,
    };
    const own = { date: () => commonLogTime(at), seconds: () => fields.seconds };
    const tokens = Object.assign(Object.create(morgan), own);
    return `${line(tokens, request, response)}\n`;
  }).join("");
}

/** `20/Nov/2026:06:00:11 +0000`. */
function commonLogTime(at: number): string {
  const [, day, month, year, time] = /, (\d\d) (\w+) (\d+) (\S+)/.exec(new Date(at).toUTCString())!;
  return `${day}/${month}/${year}:${time} +0000`;
}
