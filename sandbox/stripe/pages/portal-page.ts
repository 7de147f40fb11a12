import { html } from "hono/html";
import type Stripe from "stripe";
import type { WireSubscription } from "../object-types.ts";
import { PLAN_PRICES } from "../resources/catalog.ts";
import { itemOf } from "../resources/subscription-items.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import type { FormState } from "./form-fields.ts";
import { cardFields } from "./form-fields.ts";
import { formatMoney, pageLayout } from "./page.ts";

const MAX_INVOICES = 24;
const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

type PortalSession = Stripe.BillingPortal.Session;

function planName(sandbox: Sandbox, price: string): string {
  const { product } = sandbox.store.need("price", price);
  return sandbox.store.need("product", String(product)).name;
}

function monthly(sandbox: Sandbox, price: string): string {
  const { unit_amount, currency } = sandbox.store.need("price", price);
  return `${formatMoney(unit_amount ?? 0, currency)} per month`;
}

function nextDate(subscription: WireSubscription): string {
  const date = DATE.format(itemOf(subscription).current_period_end * 1000);
  if (subscription.status === "canceled")
    return `Ended on ${DATE.format((subscription.ended_at ?? 0) * 1000)}`;
  return `${subscription.cancel_at_period_end ? "Ends on" : "Renews on"} ${date}`;
}

function cardLabel(sandbox: Sandbox, subscription: WireSubscription): string {
  const method = sandbox.store.need("payment_method", String(subscription.default_payment_method));
  return `Card ending in ${method.card?.last4 ?? ""}`;
}

function planForm(sandbox: Sandbox, session: PortalSession, subscription: WireSubscription) {
  const current = itemOf(subscription).price.id;
  const choices = PLAN_PRICES.map(
    (price) => html`<label class="choice">
      <input type="radio" name="price" value="${price}"${price === current ? html` checked` : ""}>
      <span>${planName(sandbox, price)}, ${monthly(sandbox, price)}</span>
    </label>`,
  );
  return html`<form method="post" action="/p/session/${session.id}">
    <input type="hidden" name="subscription" value="${subscription.id}">
    <fieldset><legend>Change plan</legend>
      <div class="choices">${choices}</div>
      <button type="submit" name="action" value="change_plan">Change plan</button>
      <p class="note">The new price counts from the next renewal.</p>
    </fieldset>
  </form>`;
}

function cancelForm(session: PortalSession, subscription: WireSubscription) {
  const [action, label] = subscription.cancel_at_period_end
    ? ["resume", "Resume subscription"]
    : ["cancel", "Cancel at period end"];
  return html`<form method="post" action="/p/session/${session.id}">
    <input type="hidden" name="subscription" value="${subscription.id}">
    <fieldset><legend>Cancellation</legend>
      <button type="submit" name="action" value="${action}">${label}</button>
    </fieldset>
  </form>`;
}

function cardForm(session: PortalSession, subscription: WireSubscription, state: FormState) {
  return html`<form method="post" action="/p/session/${session.id}" novalidate>
    <input type="hidden" name="subscription" value="${subscription.id}">
    <fieldset><legend>Change card</legend>
      ${cardFields(state)}
    </fieldset>
    <button type="submit" name="action" value="change_card">Save card</button>
    <p class="note">This is a sandbox: no money moves.</p>
  </form>`;
}

function invoices(sandbox: Sandbox, subscription: WireSubscription) {
  const path = "parent.subscription_details.subscription";
  const rows = sandbox.store.select("invoice", fieldIs(path, subscription.id), "newest", MAX_INVOICES).map(
    (invoice) => html`<li>
        <div><span class="item">${DATE.format(invoice.created * 1000)}</span>
          <span class="muted">${invoice.status === "paid" ? "Paid" : "Not paid"}</span></div>
        <span class="amount">${formatMoney(invoice.total, invoice.currency)}</span>
      </li>`,
  );
  return html`<h2>Invoices</h2><ul class="items">${rows}</ul>`;
}

function summary(sandbox: Sandbox, session: PortalSession, subscription: WireSubscription | null) {
  const back = `Back to ${sandbox.merchantName}`;
  const link = html`<a class="back" href="${session.return_url ?? ""}"><span aria-hidden="true">←</span> ${back}</a>`;
  const price = subscription && itemOf(subscription).price.id;
  return html`<header class="seller">
      ${session.return_url ? link : html`<span class="back">${sandbox.merchantName}</span>`}
      <span class="badge">TEST MODE</span>
    </header>
    <h1><span class="muted">Your subscription</span>
      <span class="total">${price ? planName(sandbox, price) : "None"}</span></h1>
    ${
      subscription && price
        ? html`<p>${monthly(sandbox, price)}</p><p>${nextDate(subscription)}</p>
          ${subscription.status === "past_due" ? html`<p>The last payment failed. Change the card to pay.</p>` : ""}
          <p class="muted">${cardLabel(sandbox, subscription)}</p>${invoices(sandbox, subscription)}`
        : ""
    }`;
}

/** The page on which a subscriber changes plan and card, cancels, resumes and sees invoices. */
export function portalPage(
  sandbox: Sandbox,
  session: PortalSession,
  subscription: WireSubscription | null,
  state: FormState,
  nonce: string,
) {
  const failed = Object.keys(state.errors).length > 0;
  const live = subscription?.status === "canceled" ? null : subscription;
  return pageLayout({
    title: `${failed ? "Error: " : ""}Manage your ${sandbox.merchantName} subscription`,
    nonce,
    body: html`<div class="checkout">
      <section class="summary" aria-label="Subscription"><div>${summary(sandbox, session, subscription)}</div></section>
      <main><div>${
        live
          ? html`${planForm(sandbox, session, live)}${cancelForm(session, live)}${cardForm(session, live, state)}`
          : html`<p class="muted">There is nothing to change.</p>`
      }</div></main>
    </div>`,
  });
}
