import { html } from "hono/html";
import type Stripe from "stripe";
import { listLineItems } from "../resources/checkout-sessions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { formatMoney, pageLayout } from "./page.ts";

const MAX_ROWS = 100;
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

/** The receipt of a paid charge: amount, date, payment method, what it was for. */
export function receiptPage(sandbox: Sandbox, charge: Stripe.Charge, nonce: string) {
  const total = formatMoney(charge.amount, charge.currency);
  const date = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  const rows = paidItems(sandbox, charge).map(
    (item) => html`<li>
      <div><span class="item">${item.description ?? "Item"}</span>
        ${item.quantity && item.quantity > 1 ? html`<span class="muted">Qty ${item.quantity}</span>` : ""}</div>
      <span class="amount">${formatMoney(item.amount_total, item.currency)}</span>
    </li>`,
  );
  return pageLayout({
    title: `Receipt from ${sandbox.merchantName}`,
    nonce,
    body: html`<main class="plain">
      <span class="badge">TEST MODE</span>
      <h1>Receipt from ${sandbox.merchantName}</h1>
      <div class="receipt">
        <p class="muted">Amount paid</p>
        <span class="total amount">${total}</span>
        <dl>
          <dt>Date paid</dt><dd>${date.format(charge.created * 1000)}</dd>
          <dt>Payment method</dt><dd>${methodLabel(charge.payment_method_details)}</dd>
          ${charge.billing_details.email ? html`<dt>Email</dt><dd>${charge.billing_details.email}</dd>` : ""}
          ${charge.description ? html`<dt>Description</dt><dd>${charge.description}</dd>` : ""}
          <dt>Payment</dt><dd>${charge.id}</dd>
        </dl>
        <ul class="items">${rows}</ul>
        <p class="due"><span>Amount charged</span> <span class="amount">${total}</span></p>
      </div>
    </main>`,
  });
}
