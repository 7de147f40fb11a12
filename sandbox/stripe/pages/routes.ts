import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { randomToken } from "../ids.ts";
import { listLineItems } from "../resources/checkout-sessions.ts";
import { payCheckoutSession } from "../resources/payments.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { TEST_ROUTING_NUMBER } from "../test-methods.ts";
import {
  cardFields,
  countryField,
  type FormState,
  failedForm,
  hasErrors,
  inputField,
} from "./form-fields.ts";
import {
  formatDay,
  formatMoney,
  itemRow,
  missingPage,
  noticePage,
  show,
  TEST_BADGE,
  twoHalves,
} from "./page.ts";
import { checkPayment, countryName, readFields } from "./payment-form.ts";
import { portalRoutes } from "./portal-routes.ts";

const BRAND_NAMES: Record<string, string> = {
  amex: "American Express",
  discover: "Discover",
  mastercard: "Mastercard",
  visa: "Visa",
};

function methodLabel(details: Stripe.Charge.PaymentMethodDetails | null): string {
  const brand = details?.card?.brand ?? "";
  const last4 = details?.card?.last4 ?? details?.us_bank_account?.last4 ?? "";
  return `${details?.card ? (BRAND_NAMES[brand] ?? "Card") : "Bank account"} ending in ${last4}`;
}

function paidItems(sandbox: Sandbox, charge: Stripe.Charge) {
  const intent = typeof charge.payment_intent === "string" ? charge.payment_intent : undefined;
  const [session] = sandbox.store.select("checkout.session", fieldIs("payment_intent", intent), "newest", 1);
  if (!session || intent === undefined) return [];
  return listLineItems(sandbox, session.id, { limit: MAX_ROWS }).data;
}

function receiptPage(sandbox: Sandbox, charge: Stripe.Charge) {
  const total = formatMoney(charge.amount, charge.currency);
  const title = `Receipt from ${sandbox.merchantName}`;
  const facts = [
    ["Date paid", formatDay(charge.created)],
    ["Payment method", methodLabel(charge.payment_method_details)],
    ["Email", charge.billing_details.email],
    ["Description", charge.description],
    ["Payment", charge.id],
  ];
  const rows = paidItems(sandbox, charge).map((item) =>
    itemRow(
      item.description ?? "Item",
      [(item.quantity ?? 0) > 1 ? `Qty ${item.quantity}` : null],
      formatMoney(item.amount_total, item.currency),
    ),
  );
  return {
    title,
    body: html`<main class="plain">
      ${TEST_BADGE}
      <h1>${title}</h1>
      <div class="receipt">
        <p class="muted">Amount paid</p>
        <span class="total amount">${total}</span>
        <dl>${facts.map(([name, value]) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : ""))}</dl>
        <ul class="items">${rows}</ul>
        <p class="due"><span>Amount charged</span> <span class="amount">${total}</span></p>
      </div>
    </main>`,
  };
}

const MAX_ROWS = 100;
const SUBMIT_LABEL: Record<string, string> = { book: "Book", donate: "Donate" };

function shippingFields(session: Stripe.Checkout.Session, state: FormState) {
  const allowed = session.shipping_address_collection?.allowed_countries;
  if (!allowed) return "";
  const countries = allowed.map((code) => ({ code, name: countryName(code) }));
  const note = session.custom_text.shipping_address?.message;
  return html`<fieldset>
    <legend>Shipping information</legend>
    ${inputField(state, "shipping_name", "Full name", "shipping name")}
    ${countryField(state, "shipping_country", "Shipping country", "shipping country", countries)}
    ${inputField(state, "shipping_line1", "Address line 1", "shipping address-line1")}
    ${inputField(state, "shipping_line2", "Address line 2 (optional)", "shipping address-line2")}
    <div class="pair">
      ${inputField(state, "shipping_city", "City", "shipping address-level2")}
      ${inputField(state, "shipping_state", "State or province", "shipping address-level1")}
    </div>
    ${inputField(state, "shipping_postal_code", "ZIP or postal code", "shipping postal-code")}
    ${note ? html`<p class="note">${note}</p>` : ""}
  </fieldset>`;
}

function methodChoice(types: readonly string[], state: FormState) {
  if (types.length < 2)
    return html`<input type="hidden" name="payment_method" value="${types[0] ?? "card"}">`;
  const bank = state.values.payment_method === "us_bank_account";
  const radio = (id: string, value: string, label: string, checked: boolean) => html`<label class="choice">
    <input type="radio" id="${id}" name="payment_method" value="${value}"${checked ? html` checked` : ""}> ${label}
  </label>`;
  return html`<div class="choices" role="radiogroup" aria-label="Payment method">
    ${radio("by-card", "card", "Card", !bank)} ${radio("by-bank", "us_bank_account", "US bank account", bank)}
  </div>`;
}

function bankFields(state: FormState) {
  const routing = { placeholder: TEST_ROUTING_NUMBER, inputmode: "numeric", maxlength: 9 } as const;
  const account = { placeholder: "000123456789", inputmode: "numeric", maxlength: 17 } as const;
  return html`<div class="bank-fields">
    ${inputField(state, "account_holder", "Account holder", "name")}
    <div class="pair">
      ${inputField(state, "routing_number", "Routing number", "off", routing)}
      ${inputField(state, "account_number", "Account number", "off", account)}
    </div>
    <div class="hint">
      <p><strong>Test accounts</strong> at routing number <code>${TEST_ROUTING_NUMBER}</code>. The money arrives, or does not, a little later.</p>
      <ul>
        <li><code>000123456789</code> pays</li>
        <li><code>000222222227</code> has insufficient funds</li>
        <li><code>000111111113</code> is closed</li>
      </ul>
    </div>
  </div>`;
}

function checkoutForm(session: Stripe.Checkout.Session, state: FormState) {
  const types = session.payment_method_types;
  const readonly = Boolean(session.customer_details?.email);
  const email = { type: "email", inputmode: "email", placeholder: "email@example.com", readonly } as const;
  const submitNote = session.custom_text.submit?.message;
  const submit = SUBMIT_LABEL[session.submit_type ?? ""] ?? "Pay";
  return html`<form method="post" action="/c/pay/${session.id}" novalidate class="methods-${types.length > 1 ? "several" : (types[0] ?? "card")}">
    <input type="hidden" name="form" value="${state.values.form}">
    <fieldset>
      <legend>Contact information</legend>
      ${inputField(state, "email", "Email", "email", email)}
    </fieldset>
    ${shippingFields(session, state)}
    <fieldset>
      <legend>Payment method</legend>
      ${methodChoice(types, state)}
      ${types.includes("card") ? cardFields(state) : ""}
      ${types.includes("us_bank_account") ? bankFields(state) : ""}
    </fieldset>
    ${submitNote ? html`<p class="note">${submitNote}</p>` : ""}
    <button type="submit">${session.mode === "subscription" ? "Subscribe" : submit}</button>
    <p class="note">This is a sandbox: no money moves.</p>
  </form>`;
}

function summary(sandbox: Sandbox, session: Stripe.Checkout.Session, purpose: string) {
  const currency = session.currency ?? "usd";
  const rows = listLineItems(sandbox, session.id, { limit: MAX_ROWS }).data.map((item) => {
    const { product, unit_amount } = item.price ?? {};
    const sold = typeof product === "string" ? sandbox.store.get("product", product) : null;
    const several = `Qty ${item.quantity}, ${formatMoney(unit_amount ?? 0, currency)} each`;
    return itemRow(
      item.description ?? "Item",
      [sold?.description, (item.quantity ?? 0) > 1 ? several : null],
      formatMoney(item.amount_total, currency),
    );
  });
  const total = formatMoney(session.amount_total ?? 0, currency);
  const subscribes = session.mode === "subscription";
  return html`<h1><span class="muted">${purpose}</span> <span class="total">${total}${subscribes ? " per month" : ""}</span></h1>
    <ul class="items">${rows}</ul>
    <p class="due"><span>${subscribes ? "Total due today" : "Total due"}</span> <span class="amount">${total}</span></p>`;
}

function checkoutPage(sandbox: Sandbox, session: Stripe.Checkout.Session, state: FormState) {
  const purpose = `${session.mode === "subscription" ? "Subscribe to" : "Pay"} ${sandbox.merchantName}`;
  return {
    title: `${hasErrors(state) ? "Error: " : ""}${purpose}`,
    body: twoHalves(sandbox, {
      label: "Order summary",
      backUrl: session.cancel_url,
      summary: summary(sandbox, session, purpose),
      main: checkoutForm(session, state),
    }),
  };
}

function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function freshPayment(session: Stripe.Checkout.Session): FormState {
  const values = readFields({
    billing_country: "US",
    email: session.customer_details?.email ?? "",
    form: randomToken(24),
    payment_method: session.payment_method_types[0] ?? "card",
    shipping_country: session.shipping_address_collection?.allowed_countries[0] ?? "",
  });
  return { values, errors: {}, focus: null };
}

function closedNotice(
  c: Context,
  sandbox: Sandbox,
  session: Stripe.Checkout.Session | null,
): Promise<Response> {
  if (!session) return missingPage(c, sandbox, "This payment page does not exist");
  const notice =
    session.status === "complete"
      ? {
          title: "This payment is already complete",
          text: "You have paid for this. Nothing more was charged.",
          backUrl: successUrl(session),
        }
      : {
          title: "This payment page has expired",
          text: "You were not charged. Go back to start again.",
          backUrl: session.cancel_url,
        };
  return show(c, noticePage(sandbox, notice));
}

function pay(
  c: Context,
  sandbox: Sandbox,
  id: string,
  posted: Record<string, unknown>,
): Response | Promise<Response> {
  const session = sandbox.store.get("checkout.session", id);
  const values = readFields(posted);
  // The same form submitted again is a double click, which only redirects.
  const again = session && sandbox.store.notes("checkout.session", id).completedBy === values.form;
  if (session?.status === "complete" && again && values.form) return c.redirect(successUrl(session), 303);
  if (session?.status !== "open") return closedNotice(c, sandbox, session);
  const next = { ...values, form: randomToken(24) };
  const checked = checkPayment(session, values, sandbox.clock.nowMs());
  if ("errors" in checked) return show(c, checkoutPage(sandbox, session, failedForm(next, checked.errors)));
  const result = payCheckoutSession(sandbox, session, checked.payment);
  if (result.paid) return c.redirect(successUrl(result.session), 303);
  const field = result.code === "incorrect_cvc" ? "card_cvc" : "card_number";
  return show(c, checkoutPage(sandbox, session, failedForm(next, { [field]: result.message })));
}

export function pageRoutes(sandbox: Sandbox): Hono {
  const pages = new Hono();
  pages.get("/c/pay/:id", (c) => {
    sandbox.scheduler.run();
    const session = sandbox.store.get("checkout.session", c.req.param("id"));
    if (session?.status !== "open") return closedNotice(c, sandbox, session);
    return show(c, checkoutPage(sandbox, session, freshPayment(session)));
  });
  pages.post("/c/pay/:id", async (c) => {
    const posted = await c.req.parseBody();
    sandbox.scheduler.run();
    return sandbox.store.transaction(() => pay(c, sandbox, c.req.param("id"), posted));
  });
  pages.get("/receipts/payment/:charge/:token", (c) => {
    const charge = sandbox.store.get("charge", c.req.param("charge"));
    if (!charge || charge.receipt_url !== `${sandbox.baseUrl}${c.req.path}`)
      return missingPage(c, sandbox, "This receipt does not exist");
    return show(c, receiptPage(sandbox, charge));
  });
  portalRoutes(sandbox, pages);
  return pages;
}
