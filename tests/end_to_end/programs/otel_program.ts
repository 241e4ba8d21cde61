/** Logs by console under Deno's own OpenTelemetry, and ends, which sends what it has. */
console.error("from Deno's own exporter");
console.info("and again");
