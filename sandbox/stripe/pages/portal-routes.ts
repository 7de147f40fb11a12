import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type Stripe from "stripe";
import { StripeError } from "../errors.ts";
import type { WireSubscription } from "../object-types.ts";
import { prorationLines } from "../resources/invoice-lines.ts";
import { createPaymentMethod } from "../resources/payment-methods.ts";
import { billingAddress } from "../resources/payments.ts";
import { findConfiguration, pricesOnOffer } from "../resources/portal-configurations.ts";
import { isEnding, itemOf, withItem } from "../resources/subscription-items.ts";
import { releaseSchedule, scheduleNextPrice, scheduleOf } from "../resources/subscription-schedules.ts";
import { cancelInPortal, updateSubscription } from "../resources/subscriptions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { testCard } from "../test-methods.ts";
import { cardFields, type FormState, failedForm, hasErrors } from "./form-fields.ts";
import { formatDay, formatMoney, type Html, itemRow, missingPage, show, twoHalves } from "./page.ts";
import { checkCard, type FieldErrors, readFields } from "./payment-form.ts";

const MAX_INVOICES = 24;

function planName(sandbox: Sandbox, price: string): string {
  const { product } = sandbox.store.need("price", price);
  return sandbox.store.need("product", String(product)).name;
}

function monthly(sandbox: Sandbox, price: string): string {
  const { unit_amount, currency } = sandbox.store.need("price", price);
  return `${formatMoney(unit_amount ?? 0, currency)} per month`;
}

function nextDate(subscription: WireSubscription): string {
  if (subscription.status === "canceled") return `Ended on ${formatDay(subscription.ended_at ?? 0)}`;
  const verb = isEnding(subscription) ? "Ends on" : "Renews on";
  return `${verb} ${formatDay(itemOf(subscription).current_period_end)}`;
}

function cardLabel(sandbox: Sandbox, subscription: WireSubscription): string {
  const method = sandbox.store.need("payment_method", String(subscription.default_payment_method));
  return `Card ending in ${method.card?.last4 ?? ""}`;
}

function plannedPrice(sandbox: Sandbox, subscription: WireSubscription): string | null {
  const { current_period_end: end, price } = itemOf(subscription);
  const next = scheduleOf(sandbox, subscription)?.phases.find(({ start_date }) => start_date === end);
  const planned = next ? String(next.items[0]?.price) : price.id;
  return planned === price.id ? null : planned;
}

function planChoices(sandbox: Sandbox, prices: string[], current: string) {
  const choices = prices.map(
    (price) => html`<label class="choice">
      <input type="radio" name="price" value="${price}"${price === current ? html` checked` : ""}>
      <span>${planName(sandbox, price)}, ${monthly(sandbox, price)}</span>
    </label>`,
  );
  return html`<div class="choices">${choices}</div>`;
}

function forms(sandbox: Sandbox, session: PortalSession, subscription: WireSubscription, state: FormState) {
  const form = (title: string, fields: Html | "", [action, label]: [string, string], note = "") =>
    html`<form method="post" action="/p/session/${session.id}" novalidate>
      <input type="hidden" name="subscription" value="${subscription.id}">
      <fieldset><legend>${title}</legend>
        ${fields}
        <button type="submit" name="action" value="${action}">${label}</button>
        ${note ? html`<p class="note">${note}</p>` : ""}
      </fieldset>
    </form>`;
  const configuration = findConfiguration(sandbox, String(session.configuration));
  const prices = pricesOnOffer(configuration);
  const plans = planChoices(sandbox, prices, itemOf(subscription).price.id);
  const [end, endLabel] = isEnding(subscription)
    ? ["resume", "Resume subscription"]
    : ["cancel", "Cancel at period end"];
  const note =
    "A higher price is charged for the rest of the month at once, a lower one begins with the next renewal.";
  return html`${prices.length > 0 ? form("Change plan", plans, ["change_plan", "Change plan"], note) : ""}
    ${form("Cancellation", "", [end, endLabel])}
    ${form("Change card", cardFields(state), ["change_card", "Save card"], "This is a sandbox: no money moves.")}`;
}

function confirmation(
  sandbox: Sandbox,
  session: PortalSession,
  subscription: WireSubscription,
  { errors }: FormState,
) {
  const { current_period_end: end, price: current } = itemOf(subscription);
  const wanted = session.flow?.subscription_update_confirm?.items[0]?.price ?? "";
  const price = sandbox.store.need("price", wanted);
  const isRaise = (price.unit_amount ?? 0) > (current.unit_amount ?? 0);
  const lines = isRaise ? prorationLines(sandbox, subscription, withItem(subscription, { price }), "") : [];
  const due = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (price.id === current.id) return html`<p class="muted">There is nothing to change.</p>`;
  return html`<form method="post" action="/p/session/${session.id}" novalidate>
    <input type="hidden" name="subscription" value="${subscription.id}">
    <input type="hidden" name="price" value="${price.id}">
    <fieldset><legend>Confirm your update</legend>
      <p><strong>${planName(sandbox, price.id)}</strong>, ${monthly(sandbox, price.id)}</p>
      <p>${isRaise ? `Due today: ${formatMoney(due, price.currency)}` : `Starts on ${formatDay(end)}`}</p>
      ${errors.card_number ? html`<p class="error" role="alert">${errors.card_number}</p>` : ""}
      <button type="submit" name="action" value="change_plan">Confirm</button>
    </fieldset>
  </form>`;
}

function invoices(sandbox: Sandbox, subscription: WireSubscription) {
  const path = "parent.subscription_details.subscription";
  const latest = sandbox.store.select("invoice", fieldIs(path, subscription.id), "newest", MAX_INVOICES);
  const rows = latest.map(({ created, currency, status, total }) =>
    itemRow(formatDay(created), [status === "paid" ? "Paid" : "Not paid"], formatMoney(total, currency)),
  );
  return html`<h2>Invoices</h2><ul class="items">${rows}</ul>`;
}

function summary(sandbox: Sandbox, subscription: WireSubscription | null) {
  const price = subscription && itemOf(subscription).price.id;
  const planned = subscription && plannedPrice(sandbox, subscription);
  return html`<h1><span class="muted">Your subscription</span>
      <span class="total">${price ? planName(sandbox, price) : "None"}</span></h1>
    ${
      subscription && price
        ? html`<p>${monthly(sandbox, price)}</p><p>${nextDate(subscription)}</p>
          ${planned ? html`<p>From then on ${planName(sandbox, planned)}, ${monthly(sandbox, planned)}</p>` : ""}
          ${subscription.status === "past_due" ? html`<p>The last payment failed. Change the card to pay.</p>` : ""}
          <p class="muted">${cardLabel(sandbox, subscription)}</p>${invoices(sandbox, subscription)}`
        : ""
    }`;
}

function portalPage(
  sandbox: Sandbox,
  session: PortalSession,
  subscription: WireSubscription | null,
  state: FormState,
) {
  const runs = subscription && subscription.status !== "canceled";
  const main = session.flow?.subscription_update_confirm ? confirmation : forms;
  return {
    title: `${hasErrors(state) ? "Error: " : ""}Manage your ${sandbox.merchantName} subscription`,
    body: twoHalves(sandbox, {
      label: "Subscription",
      backUrl: session.return_url,
      summary: summary(sandbox, subscription),
      main: runs
        ? main(sandbox, session, subscription, state)
        : html`<p class="muted">There is nothing to change.</p>`,
    }),
  };
}

type PortalSession = Stripe.BillingPortal.Session;
type Posted = Record<string, unknown>;

/**
 * Returns the subscription that the flow names, or else the customer's latest active one, or the latest of any
 * status.
 */
function subscriptionOf(sandbox: Sandbox, session: PortalSession): WireSubscription | null {
  const { flow } = session;
  const named = flow?.subscription_cancel ?? flow?.subscription_update ?? flow?.subscription_update_confirm;
  if (named) return sandbox.store.get("subscription", named.subscription);
  const all = sandbox.store.select("subscription", fieldIs("customer", session.customer), "newest", 100);
  return all.find(({ status }) => status !== "canceled") ?? all[0] ?? null;
}

function freshCard(): FormState {
  return { values: readFields({ billing_country: "US" }), errors: {}, focus: null };
}

function changeCard(sandbox: Sandbox, subscription: WireSubscription, posted: Posted): FieldErrors {
  const values = readFields(posted);
  const checked = checkCard(values, sandbox.clock.nowMs());
  if ("errors" in checked) return checked.errors;
  const { outcome } = testCard(checked.method.number);
  if (!outcome.approved) return { card_number: outcome.message };
  const customer = sandbox.store.need("customer", String(subscription.customer));
  const billing = {
    address: billingAddress(values.billing_country),
    email: customer.email,
    name: values.cardholder_name,
  };
  const method = createPaymentMethod(sandbox, checked.method, billing, customer.id);
  updateSubscription(sandbox, subscription, { default_payment_method: method.id });
  return {};
}

function unplanned(sandbox: Sandbox, subscription: WireSubscription): WireSubscription {
  const schedule = scheduleOf(sandbox, subscription);
  if (schedule) releaseSchedule(sandbox, schedule);
  return sandbox.store.need("subscription", subscription.id);
}

/** Changes the plan as the portal's configuration specifies: now, billed or not, or next month. */
function changePlan(
  sandbox: Sandbox,
  { features: { subscription_update: allowed } }: Stripe.BillingPortal.Configuration,
  subscription: WireSubscription,
  id: string,
): FieldErrors {
  const price = sandbox.store.need("price", id);
  const free = unplanned(sandbox, subscription);
  const { id: item, price: current } = itemOf(free);
  if (current.id === id) return {};
  const isLower = (price.unit_amount ?? 0) < (current.unit_amount ?? 0);
  const waits = allowed.schedule_at_period_end.conditions.some(
    ({ type }) => type === "decreasing_item_amount",
  );
  if (isLower && waits) {
    scheduleNextPrice(sandbox, free, price);
    return {};
  }
  const isBilled = allowed.proration_behavior === "always_invoice" && !isLower;
  try {
    sandbox.store.transaction(() =>
      updateSubscription(sandbox, free, {
        items: [{ id: item, price: id }],
        payment_behavior: "error_if_incomplete",
        proration_behavior: isBilled ? "always_invoice" : "none",
      }),
    );
  } catch (error) {
    if (error instanceof StripeError && error.status === 402) return { card_number: error.message };
    throw error;
  }
  return {};
}

function act(
  sandbox: Sandbox,
  configuration: Stripe.BillingPortal.Configuration,
  subscription: WireSubscription,
  posted: Posted,
): FieldErrors {
  const { action, price } = posted;
  if (action === "change_card") return changeCard(sandbox, subscription, posted);
  if (action === "cancel") cancelInPortal(sandbox, unplanned(sandbox, subscription), true);
  if (action === "resume") cancelInPortal(sandbox, subscription, false);
  if (action === "change_plan" && typeof price === "string" && pricesOnOffer(configuration).includes(price))
    return changePlan(sandbox, configuration, subscription, price);
  return {};
}

function change(
  c: Context,
  sandbox: Sandbox,
  session: PortalSession,
  posted: Posted,
): Response | Promise<Response> {
  const subscription = subscriptionOf(sandbox, session);
  const configuration = findConfiguration(sandbox, String(session.configuration));
  const running = subscription?.status !== "canceled" && subscription?.id === posted.subscription;
  const errors = subscription && running ? act(sandbox, configuration, subscription, posted) : {};
  const next = session.flow?.after_completion.redirect?.return_url ?? `/p/session/${session.id}`;
  if (Object.keys(errors).length === 0) return c.redirect(next, 303);
  return show(c, portalPage(sandbox, session, subscription, failedForm(readFields(posted), errors)));
}

export function portalRoutes(sandbox: Sandbox, pages: Hono): void {
  pages.get("/p/session/:id", (c) => {
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missingPage(c, sandbox, "This page does not exist");
    const subscription = subscriptionOf(sandbox, session);
    return show(c, portalPage(sandbox, session, subscription, freshCard()));
  });
  pages.post("/p/session/:id", async (c) => {
    const posted = await c.req.parseBody();
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missingPage(c, sandbox, "This page does not exist");
    return sandbox.store.transaction(() => change(c, sandbox, session, posted));
  });
}
