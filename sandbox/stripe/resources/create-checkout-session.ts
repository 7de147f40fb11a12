import type Stripe from "stripe";
import { invalidRequest, noSuch } from "../errors.ts";
import { newId } from "../ids.ts";
import type { WireLineItem, WirePrice } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import type { CreateSessionParams } from "./checkout-session-params.ts";
import { createLineItem } from "./line-items.ts";
import { createInlinePrice } from "./prices.ts";
import { checkMode, findSalePrice } from "./session-modes.ts";

const MIN_LIFE_SECONDS = 30 * 60;
const MAX_LIFE_SECONDS = 24 * 3600;
const MAX_AMOUNT = 99_999_999;
const MAX_LINE_ITEMS = 100;
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_AMOUNT_USD = 50;

/**
 * When the session ends: as shown in `expires_at`, and as the sandbox's clock counts it.
 * A caller reckons with its own clock, so while the sandbox's is moved, a time that fits the machine's is
 * honoured with the same distance.
 */
function lifetime(sandbox: Sandbox, asked: number | undefined): { expiresAt: number; due: number } {
  const now = sandbox.clock.now();
  if (asked === undefined) return { expiresAt: now + MAX_LIFE_SECONDS, due: now + MAX_LIFE_SECONDS };
  const machine = Math.floor(Date.now() / 1000);
  for (const start of [now, machine]) {
    const life = asked - start;
    if (life >= MIN_LIFE_SECONDS && life <= MAX_LIFE_SECONDS) return { expiresAt: asked, due: now + life };
  }
  throw invalidRequest(
    asked - now < MIN_LIFE_SECONDS
      ? "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation."
      : "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    "expires_at",
  );
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

function checkTotal(total: number, currency: string): void {
  if (total > MAX_AMOUNT)
    throw invalidRequest(
      "The Checkout Session's total amount due must be no more than 99999999.",
      "line_items",
      "amount_too_large",
    );
  if (currency === "usd" && total < MIN_AMOUNT_USD)
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      "line_items",
      "amount_too_small",
    );
}

function methodTypes(params: CreateSessionParams, currency: string): string[] {
  if (!params.payment_method_types && params.mode === "subscription") return ["card"];
  if (!params.payment_method_types) return currency === "usd" ? ["card", "us_bank_account"] : ["card"];
  if (
    params.payment_method_types.length === 0 ||
    new Set(params.payment_method_types).size < params.payment_method_types.length
  )
    throw invalidRequest("Invalid payment_method_types: one or more, each once.", "payment_method_types");
  if (currency !== "usd" && params.payment_method_types.includes("us_bank_account"))
    throw invalidRequest(
      "The payment method `us_bank_account` can only be used with the currency `usd`.",
      "payment_method_types",
    );
  return params.payment_method_types;
}

function checkCustomer(sandbox: Sandbox, params: CreateSessionParams): Stripe.Customer | null {
  if (params.customer === undefined) return null;
  if (params.customer_email !== undefined)
    throw invalidRequest(
      "You may only specify one of these parameters: customer, customer_email.",
      "customer",
    );
  const customer = sandbox.store.get("customer", params.customer);
  if (!customer) throw noSuch("customer", params.customer, "customer", 400);
  return customer;
}

/** Makes an open session with its line items; Stripe's 400 for what it would not sell. */
export function createCheckoutSession(
  sandbox: Sandbox,
  params: CreateSessionParams,
): Stripe.Checkout.Session {
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
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: sandbox.clock.now(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: message(params.custom_text?.shipping_address),
      submit: message(params.custom_text?.submit),
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : subscribes ? "always" : (params.customer_creation ?? "if_required"),
    customer_details: email === null ? null : emptyCustomerDetails(email),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: subscribes ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: methodTypes(params, currency),
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${sandbox.baseUrl}/c/pay/${id}`,
    wallet_options: null,
  };
  sandbox.store.insert<"checkout.session">(session, {
    lineItems: items.map((item) => item.id),
    paymentIntentData: params.payment_intent_data ?? {},
    subscriptionData: params.subscription_data ?? {},
  });
  sandbox.scheduler.schedule(id, due);
  return session;
}

function emptyCustomerDetails(email: string): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}
