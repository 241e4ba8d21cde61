import type { Element } from "./xml_element.ts";

/** Windows' levels: those that are left out are information. */
const LEVELS = ["", "critical", "error", "warning", "information", "verbose"];

/** JSON with the fields of one of Windows' events: its system's properties, what it names, and what it says. */
export function jsonOfWindows(root: Element): string {
  const fields: Record<string, string> = {};
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== "") fields[name] ??= value.trim();
  };
  for (const part of root.children) {
    for (const child of part.children) {
      const { name, attributes, text } = child;
      if (part.name === "System") addSystem(add, child);
      else if (part.name === "RenderingInfo") add(name === "Message" ? "message" : name, text);
      else if (name === "Data") add(attributes.Name ?? "Data", text);
      else for (const inner of child.children) add(inner.name, inner.text);
    }
  }
  fields.level ??= "information";
  return JSON.stringify(fields);
}

function addSystem(add: (name: string, value: string | undefined) => void, element: Element): void {
  const { name, attributes, text } = element;
  switch (name) {
    case "Provider":
      return add("otel.scope.name", attributes.Name);
    case "EventID":
      return add("event.id", text);
    case "Level":
      return add("level", LEVELS[Number(text)]);
    case "TimeCreated":
      return add("timestamp", attributes.SystemTime);
    case "Computer":
      return add("host.name", text);
    case "EventRecordID":
      return add("log.record.sequence", text);
    case "Execution":
      add("process.pid", attributes.ProcessID);
      return add("thread.id", attributes.ThreadID);
    case "Correlation":
      return add("ActivityID", attributes.ActivityID);
    case "Security":
      return add("UserID", attributes.UserID);
    default:
      return add(name, text);
  }
}

/** What the kinds of Oracle's messages mean; of the others nothing is known. */
const TYPES: Record<string, string> = {
  INCIDENT_ERROR: "error",
  ERROR: "error",
  WARNING: "warning",
  NOTIFICATION: "info",
  TRACE: "trace",
};
const ORACLE: Record<string, string> = {
  time: "timestamp",
  host_id: "host.name",
  comp_id: "otel.scope.name",
  pid: "process.pid",
  tid: "thread.id",
  msg_id: "event.id",
  level: "oracle.level",
};

/** JSON with the fields of a message of Oracle's alert log. */
export function jsonOfOracle(root: Element): string {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(root.attributes)) {
    if (name === "type" && TYPES[value] !== undefined) fields.level = TYPES[value];
    if (value !== "") fields[ORACLE[name] ?? name] = value;
  }
  const text = root.children.find(({ name }) => name === "txt")?.text.trim();
  if (text !== undefined) fields.message = text;
  return JSON.stringify(fields);
}
