import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, readRoute } from "../api-route.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId, randomToken } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import { createdFilter, expand, listOf, newMetadata, pagination, text, unsettable } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { type Condition, fieldIs } from "../store.ts";
import { findCustomer } from "./known-customers.ts";
import { endSubscription } from "./subscription-lifecycle.ts";

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

/** Deletes a customer. The subscriptions end immediately, and only the ID remains. */
function deleteCustomer(sandbox: Sandbox, id: string): Stripe.DeletedCustomer {
  const customer = findCustomer(sandbox, id, "id");
  for (const subscription of sandbox.store.select("subscription", fieldIs("customer", id), "newest", 100))
    if (subscription.status !== "canceled") endSubscription(sandbox, subscription);
  const deleted: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
  // The store's type describes an existing customer. Sellers use findCustomer.
  sandbox.store.update<"customer">(deleted as unknown as Stripe.Customer);
  sandbox.events.emit("customer.deleted", customer);
  return deleted;
}

const listParams = z.strictObject({ ...pagination, ...createdFilter, email: text().optional() });
const NOT_DELETED: Condition = { sql: "json_extract(body, '$.deleted') is null", values: [] };

export const CUSTOMER_ROUTES = [
  defineRoute("POST", PATH, customerParams, createCustomer),
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "customer", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("email", params.email),
      NOT_DELETED,
    ]),
  ),
  defineRoute("DELETE", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    deleteCustomer(sandbox, id),
  ),
  readRoute("customer", PATH, "id"),
];
