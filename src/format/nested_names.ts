/**
 * Objects that envelopes of shippers, clouds and services put a record's own fields in. A name inside means there what
 * it would mean outside; what is outside goes first.
 */
const HOLDERS = new Set(
  ("data content info syslog event attributes properties jsonpayload payload fields record entry json body detail details basedata rule " +
    "httpmessage log logs logevent logcontent audit auditevent auditrecord eventdata params transaction @fields")
    .split(
      " ",
    ),
);

/** Objects that hold, beside those, a record's own time. */
const TIME_HOLDERS = new Set(["id", "meta", "metadata", "header", "headers"]);

/** A name that ends or begins as those of times do, but not as one of something else's time. */
const TIME_NAME = /(time|timestamp|date|datetime)$|^(date|time|timestamp)[_-]/i;
const SHORT_TIME_NAME = /(_at|[a-z]At|_ts|[a-z]Ts)$/;
const OTHER_TIME =
  /expir|valid|until|^end|[_.]end|stop|deadline|due|birth|next|schedul|uptime|updat|modif|last|first|boot|since|previous|releas|build|not_?(before|after)/i;

/** A name as tables of names have it: in small letters, without `_` and `-`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** The name of the field that a dotted name ends with, whatever holds it; empty if nothing does. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1, name.includes(".") ? undefined : 0);
}

/** Whether all objects of a dotted name in small letters are envelopes' ones. */
export function isHeld(name: string): boolean {
  const parts = name.split(".");
  return parts.length > 1 && parts.slice(0, -1).every((part) => HOLDERS.has(part));
}

/** As `isHeld`, of a time. */
export function isTimeHeld(name: string): boolean {
  return isHeld(name) || TIME_HOLDERS.has(name.slice(0, name.lastIndexOf(".")));
}

/** Whether a name looks like that of a record's time: `query_timestamp`, `started_at`, `date_create`. */
export function namesTime(name: string): boolean {
  return (TIME_NAME.test(name) || SHORT_TIME_NAME.test(name)) && !OTHER_TIME.test(name);
}
