import type { Chance } from "./chance.ts";
import { CERTIFICATE_EXPIRED, END, MINUTE, PAYMENTS_RESTART, slowness, START, within } from "./morning.ts";
import { BOOKS, BROWSERS, request } from "./requests.ts";
import type { Said, Story } from "./said.ts";

const CARRIERS = ["northpost", "parcelway", "bluevan"];

/** Orders come in, more of them towards noon; each goes through all services. */
export function tellOrders(story: Story, chance: Chance): void {
  let number = 48_210;
  for (let at = START + 9_000; at < END - MINUTE;) {
    tellOrder(story, chance, at, number++);
    const perMinute = 0.7 + 0.9 * (at - START) / (END - START);
    at += Math.round(chance.exponential(MINUTE / perMinute));
  }
}

function tellOrder(story: Story, chance: Chance, start: number, number: number): void {
  const client = chance.customer();
  const agent = chance.pick(BROWSERS);
  const traceId = chance.hex(32);
  const book = chance.pick(BOOKS);
  const items = chance.whole(1, 4);
  const cents = items * chance.whole(899, 3499);
  const thread = `nio-8080-exec-${chance.whole(1, 10)}`;
  const shop = "https://shop.example";
  story.gateway.push(
    request(start, client, `GET /books/${book}`, 200, chance.whole(9_000, 24_000), chance.near(0.02), agent),
    request(
      start + 21_000,
      client,
      "POST /cart",
      200,
      412,
      chance.near(0.03),
      agent,
      `${shop}/books/${book}`,
    ),
  );
  let at = start + 48_000;
  const checkout = (status: number, bytes: number) =>
    story.gateway.push(
      request(
        start + 48_000,
        client,
        "POST /checkout",
        status,
        bytes,
        (at - start - 48_000) / 1000,
        agent,
        `${shop}/cart`,
      ),
    );
  const order = (level: Said["level"], text: string, failure?: string, by = "OrderService") =>
    story.orders.push({ at, level, text, by: `${by} ${thread} ${traceId}`, failure });

  at += 4;
  order(
    "info",
    `Order ${number} received: ${items} items, ${(cents / 100).toFixed(2)} EUR`,
    undefined,
    "OrderController",
  );
  const query = Math.round(chance.near(13) * slowness(at));
  at += Math.min(query, 3_000);
  if (query >= 3_000) {
    story.inventory.push({
      at,
      level: "error",
      text: `could not reserve stock for order ${number}`,
      by: "inventory.stock",
      failure: "timeout",
    });
    at += 6;
    order("error", `Order ${number} failed: stock could not be reserved`, "stock");
    return void checkout(504, 167);
  }
  story.inventory.push({
    at,
    level: "info",
    text: `reserved ${items} items for order ${number} in ${query} ms`,
    by: "inventory.stock",
  });
  if (query > 500) {
    story.inventory.push({
      at: at + 1,
      level: "warn",
      text: `slow query: reserve_stock took ${query} ms, limit is 500 ms`,
      by: "inventory.db",
    });
  }

  const durationMs = Math.round(chance.near(180));
  const common = { orderId: number, amountCents: cents, currency: "EUR", traceId };
  if (within(at, CERTIFICATE_EXPIRED)) {
    at += 41;
    story.payments.push({
      at,
      level: "error",
      text: "charge failed",
      failure: "certificate",
      fields: { ...common, attempt: 1 },
    });
    story.payments.push({
      at: at + 1200,
      level: "error",
      text: "charge failed",
      failure: "certificate",
      fields: { ...common, attempt: 2 },
    });
    at += 1210;
    order("error", `Order ${number} failed: payment was not taken`, "payment");
    return void checkout(503, 191);
  }
  if (within(at, PAYMENTS_RESTART)) {
    at += 3;
    order(
      "error",
      `Payments cannot be reached for order ${number}: Connection refused: payments.internal/10.0.2.14:7300`,
      undefined,
      "PaymentClient",
    );
    return void checkout(502, 157);
  }
  at += durationMs;
  if (chance.one(60)) {
    story.payments.push({
      at,
      level: "warn",
      text: "card declined",
      fields: { ...common, reason: chance.pick(["insufficient_funds", "expired_card"]) },
    });
    order("warn", `Order ${number} cancelled: card declined`);
    return void checkout(402, 203);
  }
  story.payments.push({
    at,
    level: "info",
    text: "charge authorised",
    fields: { ...common, durationMs, provider: "cardhouse" },
  });
  at += 9;
  order("info", `Order ${number} confirmed`);
  checkout(201, 640 + items * 20);
  story.shipping.push({
    at: at + chance.whole(2_000, 40_000),
    level: "info",
    text: "label printed",
    fields: {
      order: number,
      carrier: chance.pick(CARRIERS),
      weight_g: items * chance.whole(250, 700),
      took: `${chance.near(38).toFixed(0)}ms`,
      trace_id: traceId,
    },
  });
}
