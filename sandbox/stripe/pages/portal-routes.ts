import type { Context, Hono } from "hono";
import type Stripe from "stripe";
import { StripeError } from "../errors.ts";
import type { WireSubscription } from "../object-types.ts";
import { createPaymentMethod } from "../resources/payment-methods.ts";
import { billingAddress } from "../resources/payments.ts";
import { findConfiguration, pricesOnOffer } from "../resources/portal-configurations.ts";
import { itemOf } from "../resources/subscription-items.ts";
import { releaseSchedule, scheduleNextPrice, scheduleOf } from "../resources/subscription-schedules.ts";
import { cancelInPortal, updateSubscription } from "../resources/subscriptions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { type FormState, failedForm } from "./form-fields.ts";
import { missingPage, show } from "./page.ts";
import { checkCard, type FieldErrors, readFields } from "./payment-form.ts";
import { portalPage } from "./portal-page.ts";

type PortalSession = Stripe.BillingPortal.Session;
type Posted = Record<string, unknown>;

/** The one the flow names, else the customer's latest that runs, else the latest at all. */
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

/** The subscription without the change that was planned for its next month. */
function unplanned(sandbox: Sandbox, subscription: WireSubscription): WireSubscription {
  const schedule = scheduleOf(sandbox, subscription);
  if (schedule) releaseSchedule(sandbox, schedule);
  return sandbox.store.need("subscription", subscription.id);
}

/** Changes the plan as the portal's configuration has it: now, billed or not, or with the next month. */
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

/** The pages on which subscribers look after their subscription. */
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
