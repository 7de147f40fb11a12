import { html, raw } from "hono/html";
import type Stripe from "stripe";
import { listLineItems } from "../resources/checkout-sessions.ts";
import type { Sandbox } from "../sandbox.ts";
import { TEST_ROUTING_NUMBER } from "../test-banks.ts";
import { CHECKOUT_SCRIPT } from "./checkout-script.ts";
import { cardFields, countryField, type FormState, inputField } from "./form-fields.ts";
import { formatMoney, pageLayout } from "./page.ts";
import { countryName } from "./payment-form.ts";

const SUBMIT_LABEL: Record<string, string> = { book: "Book", donate: "Donate" };

function shippingFields(session: Stripe.Checkout.Session, state: FormState) {
  const allowed = session.shipping_address_collection?.allowed_countries;
  if (!allowed) return "";
  const countries = allowed.map((code) => ({ code, name: countryName(code) }));
  const note = session.custom_text.shipping_address?.message;
  const at = (part: string) => `shipping ${part}`;
  return html`<fieldset>
    <legend>Shipping information</legend>
    ${inputField(state, { name: "shipping_name", label: "Full name", autocomplete: at("name") })}
    ${countryField(state, { name: "shipping_country", label: "Shipping country", autocomplete: at("country"), countries })}
    ${inputField(state, { name: "shipping_line1", label: "Address line 1", autocomplete: at("address-line1") })}
    ${inputField(state, { name: "shipping_line2", label: "Address line 2 (optional)", autocomplete: at("address-line2") })}
    <div class="pair">
      ${inputField(state, { name: "shipping_city", label: "City", autocomplete: at("address-level2") })}
      ${inputField(state, { name: "shipping_state", label: "State or province", autocomplete: at("address-level1") })}
    </div>
    ${inputField(state, { name: "shipping_postal_code", label: "ZIP or postal code", autocomplete: at("postal-code") })}
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
  return html`<div class="bank-fields">
    ${inputField(state, { name: "account_holder", label: "Account holder", autocomplete: "name" })}
    <div class="pair">
      ${inputField(state, {
        name: "routing_number",
        label: "Routing number",
        autocomplete: "off",
        placeholder: TEST_ROUTING_NUMBER,
        inputmode: "numeric",
        maxlength: 9,
      })}
      ${inputField(state, {
        name: "account_number",
        label: "Account number",
        autocomplete: "off",
        placeholder: "000123456789",
        inputmode: "numeric",
        maxlength: 17,
      })}
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

function submitLabel(session: Stripe.Checkout.Session): string {
  if (session.mode === "subscription") return "Subscribe";
  return SUBMIT_LABEL[session.submit_type ?? ""] ?? "Pay";
}

/** The payment form: contact, shipping if asked for, payment method, button. */
export function checkoutForm(session: Stripe.Checkout.Session, state: FormState) {
  const types = session.payment_method_types;
  const fixedEmail = session.customer_details?.email ?? null;
  const submitNote = session.custom_text.submit?.message;
  return html`<form method="post" action="/c/pay/${session.id}" novalidate class="methods-${types.length > 1 ? "several" : (types[0] ?? "card")}">
    <input type="hidden" name="form" value="${state.values.form}">
    <fieldset>
      <legend>Contact information</legend>
      ${inputField(state, {
        name: "email",
        label: "Email",
        autocomplete: "email",
        type: "email",
        inputmode: "email",
        placeholder: "email@example.com",
        readonly: fixedEmail !== null,
      })}
    </fieldset>
    ${shippingFields(session, state)}
    <fieldset>
      <legend>Payment method</legend>
      ${methodChoice(types, state)}
      ${types.includes("card") ? cardFields(state) : ""}
      ${types.includes("us_bank_account") ? bankFields(state) : ""}
    </fieldset>
    ${submitNote ? html`<p class="note">${submitNote}</p>` : ""}
    <button type="submit">${submitLabel(session)}</button>
    <p class="note">This is a sandbox: no money moves.</p>
  </form>`;
}

const MAX_ROWS = 100;

function purpose(sandbox: Sandbox, session: Stripe.Checkout.Session): string {
  return `${session.mode === "subscription" ? "Subscribe to" : "Pay"} ${sandbox.merchantName}`;
}

function summary(sandbox: Sandbox, session: Stripe.Checkout.Session) {
  const currency = session.currency ?? "usd";
  const items = listLineItems(sandbox, session.id, { limit: MAX_ROWS }).data;
  const rows = items.map((item) => {
    const product =
      typeof item.price?.product === "string" ? sandbox.store.get("product", item.price.product) : null;
    const each = formatMoney(item.price?.unit_amount ?? 0, currency);
    return html`<li>
      <div><span class="item">${item.description ?? "Item"}</span>
        ${product?.description ? html`<span class="muted">${product.description}</span>` : ""}
        ${item.quantity && item.quantity > 1 ? html`<span class="muted">Qty ${item.quantity}, ${each} each</span>` : ""}</div>
      <span class="amount">${formatMoney(item.amount_total, currency)}</span>
    </li>`;
  });
  const total = formatMoney(session.amount_total ?? 0, currency);
  const subscribes = session.mode === "subscription";
  return html`<header class="seller">
      ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to ${sandbox.merchantName}</a>` : html`<span class="back">${sandbox.merchantName}</span>`}
      <span class="badge">TEST MODE</span>
    </header>
    <h1><span class="muted">${purpose(sandbox, session)}</span> <span class="total">${total}${subscribes ? " per month" : ""}</span></h1>
    <ul class="items">${rows}</ul>
    <p class="due"><span>${subscribes ? "Total due today" : "Total due"}</span> <span class="amount">${total}</span></p>`;
}

/** The hosted payment page of an open session. */
export function checkoutPage(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  state: FormState,
  nonce: string,
) {
  const failed = Object.keys(state.errors).length > 0;
  return pageLayout({
    title: `${failed ? "Error: " : ""}${purpose(sandbox, session)}`,
    nonce,
    body: html`<div class="checkout">
      <section class="summary" aria-label="Order summary"><div>${summary(sandbox, session)}</div></section>
      <main><div>${checkoutForm(session, state)}</div></main>
    </div>
    <script nonce="${nonce}">${raw(CHECKOUT_SCRIPT)}</script>`,
  });
}
