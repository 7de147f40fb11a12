import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { noSuch } from "../errors.ts";
import { newId, randomToken } from "../ids.ts";
import { createdWithin, listPage } from "../list-page.ts";
import {
  createdFilter,
  expand,
  listOf,
  mergeMetadata,
  metadata,
  pagination,
  text,
  unsettable,
} from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";

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
  metadata: metadata.optional(),
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

const EDITABLE = [
  "address",
  "description",
  "email",
  "name",
  "phone",
  "preferred_locales",
  "shipping",
] as const;

/** Records a customer; also what a Checkout Session with `customer_creation: always` does. */
export function createCustomer(sandbox: Sandbox, params: CustomerParams): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId("cus"),
    object: "customer",
    address: params.address ?? null,
    balance: 0,
    created: sandbox.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: randomToken(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping ?? null,
    tax_exempt: "none",
    test_clock: null,
  };
  sandbox.store.insert<"customer">(customer);
  sandbox.events.emit("customer.created", customer);
  return customer;
}

function findCustomer(sandbox: Sandbox, id: string): Stripe.Customer {
  const customer = sandbox.store.get("customer", id);
  if (!customer) throw noSuch("customer", id, "id");
  return customer;
}

function updateCustomer(sandbox: Sandbox, params: CustomerParams, id: string): Stripe.Customer {
  const customer = findCustomer(sandbox, id);
  const change = {
    ...Object.fromEntries(
      EDITABLE.flatMap((field) => (params[field] === undefined ? [] : [[field, params[field]]])),
    ),
    ...(params.metadata ? { metadata: mergeMetadata(customer.metadata, params.metadata) } : {}),
  };
  const updated: Stripe.Customer = { ...customer, ...change };
  const before = Object.entries(customer).filter(
    ([field, value]) =>
      field in change && JSON.stringify(value) !== JSON.stringify(Reflect.get(change, field)),
  );
  if (before.length === 0) return customer;
  sandbox.store.update<"customer">(updated);
  sandbox.events.emit("customer.updated", updated, Object.fromEntries(before));
  return updated;
}

const listParams = z.strictObject({ ...pagination, ...createdFilter, email: text().optional() });

export const CUSTOMER_ROUTES = [
  defineRoute("POST", PATH, customerParams, createCustomer),
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "customer", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("email", params.email),
    ]),
  ),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    findCustomer(sandbox, id),
  ),
  defineRoute("POST", `${PATH}/:id`, customerParams, updateCustomer),
];
