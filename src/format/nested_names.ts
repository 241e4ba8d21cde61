/**
 * Objects that envelopes of shippers, clouds and services put a record's own fields in. A name inside means there what
 * it would mean outside; what is outside goes first.
 */
const HOLDERS = new Set(
  ("data event attributes properties jsonpayload payload fields record entry json body detail details basedata rule " +
    "httpmessage log logs audit auditevent params").split(" "),
);

/** The name of the field that a dotted name ends with, whatever holds it; empty if nothing does. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1, name.includes(".") ? undefined : 0);
}

/** Whether all objects of a dotted name in small letters are envelopes' ones. */
export function isHeld(name: string): boolean {
  const parts = name.split(".");
  return parts.length > 1 && parts.slice(0, -1).every((part) => HOLDERS.has(part));
}
