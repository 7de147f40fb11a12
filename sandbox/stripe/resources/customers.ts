import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, listRoute, readRoute } from "../api-route.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId, randomToken } from "../ids.ts";
import { expand, listOf, newMetadata, text, unsettable } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";

const PATH = "/v1/customers";

const line = unsettable().default(null);
const address = z.strictObject({
  city: line,
  country: line,
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
});

const customerParams = z.strictObject({
  address: address.or(z.literal("").transform(() => null)).optional(),
  description: unsettable().optional(),
  email: unsettable(512).optional(),
  metadata: newMetadata.optional(),
  name: unsettable(256).optional(),
  phone: unsettable(20).optional(),
  preferred_locales: listOf(text()).optional(),
  shipping: z
    .strictObject({ address, name: text(), phone: unsettable(20).default(null) })
    .or(z.literal("").transform(() => null))
    .optional(),
  ...expand,
});

type CustomerParams = z.output<typeof customerParams>;

/** Records a customer; also what a Checkout Session with `customer_creation: always` does. */
export function createCustomer(sandbox: Sandbox, params: CustomerParams): Stripe.Customer {
  const customer: Stripe.Customer = {
    ...cleared(EXAMPLES.customer),
    id: newId("cus"),
    object: "customer",
    address: params.address ?? null,
    balance: 0,
    created: sandbox.clock.now(),
    delinquent: false,
    description: params.description ?? null,
    email: params.email ?? null,
    invoice_prefix: randomToken(8).toUpperCase(),
    invoice_settings: cleared(EXAMPLES.customer.invoice_settings),
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping ?? null,
    tax_exempt: "none",
  };
  sandbox.store.insert<"customer">(customer);
  sandbox.events.emit("customer.created", customer);
  return customer;
}

export const CUSTOMER_ROUTES = [
  defineRoute("POST", PATH, customerParams, createCustomer),
  listRoute("customer", PATH, ["email"]),
  readRoute("customer", PATH, "id"),
];
