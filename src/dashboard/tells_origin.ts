const OF_ORIGIN =
  /^(?:service|host|telemetry|process|os|container|k8s|deployment|cloud|otel|log|source|trace|span|ecs)(?:[._]|$)|^(?:pid|hostname|trace_?id|span_?id|v|@version)$/i;

/** Whether an attribute tells where a record is from, or is named in a column of its own. */
export function tellsOrigin(key: string): boolean {
  return OF_ORIGIN.test(key);
}
