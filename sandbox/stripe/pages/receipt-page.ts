import { html } from "hono/html";
import type Stripe from "stripe";
import { listLineItems } from "../resources/checkout-sessions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { formatDay, formatMoney, itemRow, TEST_BADGE } from "./page.ts";

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
export function receiptPage(sandbox: Sandbox, charge: Stripe.Charge) {
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
