import type { Hono } from "hono";
import { z } from "zod";
import { readJson } from "./read-json.ts";
import { findSalePrice } from "./resources/catalog.ts";
import { createPaymentMethod } from "./resources/payment-methods.ts";
import { startSubscription } from "./resources/subscription-lifecycle.ts";
import type { Sandbox } from "./sandbox.ts";
import { testCard } from "./test-cards.ts";

const YEARS_VALID = 3;

const newSubscription = z.strictObject({
  customer: z.string(),
  price: z.string(),
  /** The number of a test card. */
  card: z.string().default("4242424242424242"),
  metadata: z.record(z.string(), z.string()).default({}),
});

function subscribe(sandbox: Sandbox, wanted: z.output<typeof newSubscription>) {
  const customer = sandbox.store.get("customer", wanted.customer);
  if (!customer) throw new Error(`No such customer: '${wanted.customer}'`);
  const price = findSalePrice(sandbox, wanted.price, "price");
  const number = wanted.card.replace(/[\s-]/g, "");
  const { outcome } = testCard(number);
  if (!outcome.approved) throw new Error(outcome.message);
  const expYear = new Date(sandbox.clock.nowMs()).getUTCFullYear() + YEARS_VALID;
  const billing = { address: null, email: customer.email, name: customer.name ?? null };
  const card = { type: "card", number, expMonth: 12, expYear } as const;
  const method = createPaymentMethod(sandbox, card, billing, customer.id);
  const { metadata } = wanted;
  return startSubscription(sandbox, {
    customer: customer.id,
    description: null,
    metadata,
    method,
    price,
    quantity: 1,
  }).subscription;
}

/** Makes subscriptions that are paid already, without a session and a page. */
export function subscriptionControl(sandbox: Sandbox, control: Hono): void {
  control.post("/subscriptions", async (c) => {
    const wanted = await readJson(c, newSubscription);
    return c.json(
      sandbox.store.transaction(() => subscribe(sandbox, wanted)),
      201,
    );
  });
}
