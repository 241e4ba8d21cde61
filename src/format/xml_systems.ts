import type { Element } from "./xml_element.ts";

/** Windows' levels: those that are left out are information. */
const LEVELS = ["", "critical", "error", "warning", "information", "verbose"];

/** What .NET's kinds of trace events mean; its activities (`Start`, `Stop`) have no severity. */
const KINDS = new Map(LEVELS.slice(1).map((level) => [level[0].toUpperCase() + level.slice(1), level]));

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
      else if (part.name === "ApplicationData") addTraced(add, child);
      else if (part.name === "RenderingInfo") add(name === "Message" ? "message" : name, text);
      else if (name === "Data") add(attributes.Name ?? "Data", text);
      else for (const inner of child.children) add(inner.name, inner.text);
    }
    // .NET's trace listener writes a text alone, others an element for each value.
    if (part.name === "ApplicationData" && part.children.length === 0) add("message", part.text);
  }
  fields.level ??= "information";
  return JSON.stringify(fields);
}

/** What .NET's trace listener writes of values: an element for each, or text. */
function addTraced(add: (name: string, value: string | undefined) => void, element: Element): void {
  const { name, children, text } = element;
  if (name !== "TraceData" || children.length === 0) add(name, text);
  else add("message", children.map((item) => item.text.trim()).join(", "));
}

function addSystem(add: (name: string, value: string | undefined) => void, element: Element): void {
  const { name, attributes, text } = element;
  switch (name) {
    case "Provider":
      return add("otel.scope.name", attributes.Name);
    case "EventID":
      return add("event.id", text);
    case "Source":
      return add("otel.scope.name", attributes.Name);
    case "SubType":
      return add("level", KINDS.get(attributes.Name));
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
