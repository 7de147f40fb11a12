import { html } from "hono/html";
import type Stripe from "stripe";
import { listLineItems } from "../resources/checkout-sessions.ts";
import type { Sandbox } from "../sandbox.ts";
import { TEST_ROUTING_NUMBER } from "../test-banks.ts";
import { cardFields, countryField, type FormState, hasErrors, inputField } from "./form-fields.ts";
import { formatMoney, itemRow, twoHalves } from "./page.ts";
import { countryName } from "./payment-form.ts";

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

/** The payment form: contact, shipping if asked for, payment method, button. */
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

/** The hosted payment page of an open session. */
export function checkoutPage(sandbox: Sandbox, session: Stripe.Checkout.Session, state: FormState) {
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
