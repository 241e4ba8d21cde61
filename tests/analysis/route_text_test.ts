import { assertEquals } from "@std/assert";
import { isRoute, RouteText } from "../../src/analysis/route_text.ts";

function routeOf(text: string): string | null {
  const bytes = new TextEncoder().encode(`<${text}>`);
  if (!isRoute(bytes, 1, bytes.length - 1)) return null;
  const route = new RouteText(192);
  route.read(bytes, 1, bytes.length - 1);
  return new TextDecoder().decode(route.bytes.subarray(0, route.length));
}

Deno.test("a route is a path or an address without its query, with a star for each id", () => {
  for (
    const [text, route] of [
      ["/", "/"],
      ["/search?q=tea/12", "/search"],
      ["/api/v2/orders/4711", "/api/v2/orders/*"],
      ["/users/17/orders/", "/users/*/orders/"],
      ["/jobs/2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d/log", "/jobs/*/log"],
      ["/customers/cus_9s6XKzkNRiz8i3", "/customers/*"],
      ["/p/the-tidal-almanac-2nd-edition", "/p/the-tidal-almanac-2nd-edition"],
      ["/img/4711.png", "/img/4711.png"],
      ["/feed/decade", "/feed/decade"],
      ["https://tax.internal:8443/v1/9?x=1", "https://tax.internal:8443/v1/*"],
      ["https://tax.internal?x=1", "https://tax.internal"],
      ["redis://10.0.0.7:6379/0", "redis://10.0.0.7:6379/*"],
    ]
  ) assertEquals(routeOf(text), route);
  for (const text of ["", "orders/17", "a:b//c", "12:30:05"]) assertEquals(routeOf(text), null);
});

Deno.test("a long path is cut, and nothing beyond it is read", () => {
  assertEquals(routeOf(`/${"a".repeat(400)}`)?.length, 192);
});
