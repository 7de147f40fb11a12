import type { Context, Hono } from "hono";
import type Stripe from "stripe";
import type { WireSubscription } from "../object-types.ts";
import { PLAN_PRICES } from "../resources/catalog.ts";
import { createPaymentMethod } from "../resources/payment-methods.ts";
import { billingAddress } from "../resources/payments.ts";
import { itemOf } from "../resources/subscription-items.ts";
import { updateSubscription } from "../resources/subscriptions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { answer } from "./answer.ts";
import type { FormState } from "./field.ts";
import { noticePage } from "./notice-page.ts";
import { checkCard, FIELDS, type FieldErrors, readFields } from "./payment-form.ts";
import { portalPage } from "./portal-page.ts";

type PortalSession = Stripe.BillingPortal.Session;

/** The one the flow names, else the customer's latest that runs, else the latest at all. */
function subscriptionOf(sandbox: Sandbox, session: PortalSession): WireSubscription | null {
  const { flow } = session;
  const named = flow?.subscription_cancel?.subscription ?? flow?.subscription_update?.subscription;
  if (named !== undefined) return sandbox.store.get("subscription", named);
  const all = sandbox.store.select("subscription", fieldIs("customer", session.customer), "newest", 100);
  return all.find(({ status }) => status !== "canceled") ?? all[0] ?? null;
}

function freshForm(): FormState {
  return { values: readFields({ billing_country: "US" }), errors: {}, focus: null };
}

function changeCard(
  sandbox: Sandbox,
  subscription: WireSubscription,
  posted: Record<string, unknown>,
): FieldErrors {
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

function act(sandbox: Sandbox, subscription: WireSubscription, posted: Record<string, unknown>): FieldErrors {
  const { action, price } = posted;
  if (action === "change_card") return changeCard(sandbox, subscription, posted);
  if (action === "cancel") updateSubscription(sandbox, subscription, { cancel_at_period_end: true });
  if (action === "resume") updateSubscription(sandbox, subscription, { cancel_at_period_end: false });
  if (action === "change_plan" && typeof price === "string" && PLAN_PRICES.includes(price))
    updateSubscription(sandbox, subscription, { items: [{ id: itemOf(subscription).id, price }] });
  return {};
}

function missing(c: Context): Promise<Response> {
  return answer(c, 404, (nonce) =>
    noticePage({
      title: "This page does not exist",
      text: "Check the link, or go back to where you came from.",
      backUrl: null,
      backLabel: "",
      nonce,
    }),
  );
}

function post(
  c: Context,
  sandbox: Sandbox,
  session: PortalSession,
  posted: Record<string, unknown>,
): Response | Promise<Response> {
  const subscription = subscriptionOf(sandbox, session);
  const running = subscription?.status !== "canceled" && subscription?.id === posted.subscription;
  const errors = subscription && running ? act(sandbox, subscription, posted) : {};
  const focus = FIELDS.find((field) => errors[field]) ?? null;
  if (!focus) return c.redirect(`/p/session/${session.id}`, 303);
  const state = { values: readFields(posted), errors, focus };
  return answer(c, 200, (nonce) => portalPage(sandbox, session, subscription, state, nonce));
}

/** The pages on which subscribers look after their subscription. */
export function portalRoutes(sandbox: Sandbox, pages: Hono): void {
  pages.get("/p/session/:id", (c) => {
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missing(c);
    const subscription = subscriptionOf(sandbox, session);
    return answer(c, 200, (nonce) => portalPage(sandbox, session, subscription, freshForm(), nonce));
  });
  pages.post("/p/session/:id", async (c) => {
    const posted = await c.req.parseBody();
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missing(c);
    return sandbox.store.transaction(() => post(c, sandbox, session, posted));
  });
}
