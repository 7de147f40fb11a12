import { html, raw } from "hono/html";
import type Stripe from "stripe";
import { listLineItems } from "../resources/checkout-sessions.ts";
import type { Sandbox } from "../sandbox.ts";
import { checkoutForm } from "./checkout-form.ts";
import { CHECKOUT_SCRIPT } from "./checkout-script.ts";
import type { FormState } from "./field.ts";
import { formatMoney } from "./format-money.ts";
import { pageLayout } from "./page-layout.ts";

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
