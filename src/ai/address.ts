import type { Environment } from "../settings/variables.ts";

/** Whether a host name means this machine: 127/8, ::1, localhost and names under it (RFC 6761, section 6.3). */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * The variable with the proxy that `fetch` uses for an address, loopback ones included, and null if `NO_PROXY`
 * names its host or there is none.
 */
export function proxyVariable(address: string, environment: Environment): string | null {
  const { hostname, protocol } = new URL(address);
  const names = protocol === "https:" ? ["HTTPS_PROXY", "ALL_PROXY"] : ["HTTP_PROXY", "ALL_PROXY"];
  const either = (name: string) => environment(name) || environment(name.toLowerCase());
  const name = names.find((name) => either(name));
  if (name === undefined) return null;
  const exempt = (either("NO_PROXY") ?? "").split(",").map((part) => part.trim().toLowerCase());
  const bare = hostname.replace(/^\[|\]$/g, "");
  const isExempt = exempt.some((part) =>
    part === "*" || part === bare || (part !== "" && bare.endsWith(`.${part.replace(/^\*?\./, "")}`))
  );
  return isExempt ? null : name;
}

/** Whether what is sent to an address leaves this machine: not to loopback, unless a proxy stands between. */
export function leavesMachine(address: string, environment: Environment): boolean {
  return !isLoopback(address) || proxyVariable(address, environment) !== null;
}

/** An address as it may be shown: without user name, password and query. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`.replace(/\/$/, "");
}
