import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { createdWithin, type ListPage, listPage, type PageParams } from "../list-page.ts";
import type { WireLineItem, WirePrice } from "../object-types.ts";
import { createdFilter, expand, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { createInlinePrice, findSalePrice } from "./catalog.ts";
import {
  type CreateSessionParams,
  checkMode,
  checkTotal,
  createSessionParams,
  lifetime,
  methodTypes,
} from "./checkout-session-params.ts";
import { customerIs, findCustomer } from "./known-customers.ts";
import { cancelPaymentIntent } from "./payment-intents.ts";

const PATH = "/v1/checkout/sessions";
const DEFAULT_PAGE: PageParams = { limit: 10 };
const MAX_LINE_ITEMS = 100;

function createLineItem(
  sandbox: Sandbox,
  price: WirePrice,
  quantity: number,
  itemMetadata: Record<string, string>,
): WireLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  const product = typeof price.product === "string" ? sandbox.store.get("product", price.product) : null;
  return sandbox.store.insert<"item">({
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product?.name ?? null,
    metadata: itemMetadata,
    price,
    quantity,
  });
}

export function listLineItems(
  sandbox: Sandbox,
  session: string,
  page: PageParams = DEFAULT_PAGE,
): ListPage<WireLineItem> {
  const ids = sandbox.store.notes("checkout.session", session).lineItems;
  const condition = { sql: `id in (${ids.map(() => "?").join(", ")})`, values: ids };
  return listPage(sandbox.store, "item", `/v1/checkout/sessions/${session}/line_items`, page, [condition]);
}

type ItemParams = CreateSessionParams["line_items"][number];

function priceOf(sandbox: Sandbox, item: ItemParams, index: number): WirePrice {
  const at = `line_items[${index}]`;
  if (item.price_data && item.price === undefined)
    return createInlinePrice(sandbox, {
      currency: item.price_data.currency,
      unitAmount: item.price_data.unit_amount,
      product: item.price_data.product_data,
    });
  if (item.price === undefined || item.price_data)
    throw invalidRequest(`You must specify one of \`price\` or \`price_data\` for \`${at}\`.`, at);
  return findSalePrice(sandbox, item.price, `${at}[price]`);
}

function createItems(sandbox: Sandbox, params: CreateSessionParams): WireLineItem[] {
  const count = params.line_items.length;
  if (count < 1 || count > MAX_LINE_ITEMS)
    throw invalidRequest(`\`line_items\` must hold 1 to ${MAX_LINE_ITEMS} items.`, "line_items");
  const items = params.line_items.map((item, index) =>
    createLineItem(sandbox, priceOf(sandbox, item, index), item.quantity, item.metadata ?? {}),
  );
  if (new Set(items.map((item) => item.currency)).size > 1)
    throw invalidRequest("All line items of a Checkout Session must have the same currency.", "line_items");
  return items;
}

function checkCustomer(sandbox: Sandbox, params: CreateSessionParams): Stripe.Customer | null {
  if (params.customer === undefined) return null;
  if (params.customer_email !== undefined)
    throw invalidRequest(
      "You may only specify one of these parameters: customer, customer_email.",
      "customer",
    );
  return findCustomer(sandbox, params.customer);
}

type CustomerDetails = Stripe.Checkout.Session.CustomerDetails;

export function customerDetails(known: Partial<CustomerDetails>): CustomerDetails {
  return { ...cleared(EXAMPLES["checkout.session"].customer_details), tax_exempt: "none", ...known };
}

/** Creates an open session with its line items. Throws Stripe's 400 for invalid parameters. */
function createCheckoutSession(sandbox: Sandbox, params: CreateSessionParams): Stripe.Checkout.Session {
  const customer = checkCustomer(sandbox, params);
  const { expiresAt, due } = lifetime(sandbox, params.expires_at);
  const items = createItems(sandbox, params);
  checkMode(params, items);
  const subscribes = params.mode === "subscription";
  const currency = items[0]?.currency ?? "usd";
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  checkTotal(total, currency);
  const email = params.customer_email ?? customer?.email ?? null;
  const id = newId("cs_test");
  const message = (text: { message: string } | undefined) => text ?? null;
  const session: Stripe.Checkout.Session = {
    ...cleared(EXAMPLES["checkout.session"]),
    id,
    object: "checkout.session",
    // Stripe's dashboard sets the default, which is on for new accounts.
    adaptive_pricing: params.adaptive_pricing ?? { enabled: true },
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: sandbox.clock.now(),
    currency,
    custom_text: {
      after_submit: null,
      shipping_address: message(params.custom_text?.shipping_address),
      submit: message(params.custom_text?.submit),
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_creation: customer ? null : subscribes ? "always" : (params.customer_creation ?? "if_required"),
    customer_details: email === null ? null : customerDetails({ email }),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: params.metadata ?? {},
    mode: params.mode,
    payment_method_collection: subscribes ? "always" : "if_required",
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: methodTypes(params, currency),
    payment_status: "unpaid",
    phone_number_collection: { enabled: false },
    shipping_address_collection: params.shipping_address_collection ?? null,
    status: "open",
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${sandbox.baseUrl}/c/pay/${id}`,
  };
  sandbox.store.insert<"checkout.session">(session, {
    lineItems: items.map((item) => item.id),
    paymentIntentData: params.payment_intent_data ?? {},
    subscriptionData: params.subscription_data ?? {},
  });
  sandbox.scheduler.schedule(id, due);
  return session;
}

export function expireSession(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = sandbox.store.update<"checkout.session">({ ...session, status: "expired", url: null });
  sandbox.scheduler.schedule(session.id, null);
  if (typeof session.payment_intent === "string") cancelPaymentIntent(sandbox, session.payment_intent);
  sandbox.events.emit("checkout.session.expired", expired);
  return expired;
}

function expireByRequest(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status === "open") return expireSession(sandbox, session);
  throw invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    "session",
  );
}

function findSession(sandbox: Sandbox, id: string) {
  const session = sandbox.store.get("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session;
}

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  customer: text().optional(),
  customer_details: z.strictObject({ email: text() }).optional(),
  payment_intent: text().optional(),
  status: z.enum(["complete", "expired", "open"]).optional(),
  subscription: text().optional(),
});

export const SESSION_ROUTES = [
  defineRoute("POST", PATH, createSessionParams, createCheckoutSession),
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "checkout.session", PATH, params, [
      ...createdWithin(params.created),
      ...customerIs(sandbox, params.customer),
      ...fieldIs("customer_details.email", params.customer_details?.email),
      ...fieldIs("payment_intent", params.payment_intent),
      ...fieldIs("status", params.status),
      ...fieldIs("subscription", params.subscription),
    ]),
  ),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    findSession(sandbox, id),
  ),
  defineRoute("POST", `${PATH}/:id/expire`, z.strictObject(expand), (sandbox, _params, id) =>
    expireByRequest(sandbox, findSession(sandbox, id)),
  ),
];

export const SESSION_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  line_items: (sandbox, session) => listLineItems(sandbox, session.id),
  invoice: "invoice",
  payment_intent: "payment_intent",
  subscription: "subscription",
};
