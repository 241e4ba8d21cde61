import type { AttributeName } from "../attribute_keys.ts";

/** What a column of a W3C extended log is, by its name in lower case; others are attributes by their own names. */
export const W3C_FIELDS = new Map<string, AttributeName>([
  ["c-ip", "client"],
  ["c-port", "clientPort"],
  ["s-ip", "server"],
  ["s-port", "serverPort"],
  ["s-computername", "host"],
  ["s-sitename", "service"],
  ["cs-username", "user"],
  ["cs-method", "method"],
  ["cs-uri", "target"],
  ["cs-uri-stem", "path"],
  ["cs-uri-query", "query"],
  ["cs-version", "protocol"],
  ["cs-protocol-version", "protocol"],
  ["cs-host", "requestHost"],
  ["cs(host)", "requestHost"],
  ["cs(user-agent)", "userAgent"],
  ["cs(referer)", "referrer"],
  ["x-forwarded-for", "forwarded"],
  ["sc-status", "status"],
  ["cs-bytes", "requestSize"],
  ["sc-bytes", "responseSize"],
  ["sc-content-type", "contentType"],
  ["time-taken", "duration"],
]);

/** The columns that IIS writes unless it is told otherwise: of a log whose directives were not seen. */
export const IIS_FIELDS =
  ("date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) " +
    "sc-status sc-substatus sc-win32-status time-taken").split(" ");
