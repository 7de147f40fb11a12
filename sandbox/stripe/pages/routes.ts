import { type Context, Hono } from "hono";
import type Stripe from "stripe";
import { randomToken } from "../ids.ts";
import type { WireSubscription } from "../object-types.ts";
import { PLAN_PRICES } from "../resources/catalog.ts";
import { createPaymentMethod } from "../resources/payment-methods.ts";
import { billingAddress, payCheckoutSession } from "../resources/payments.ts";
import { itemOf } from "../resources/subscription-items.ts";
import { updateSubscription } from "../resources/subscriptions.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { testCard } from "../test-cards.ts";
import { checkoutPage } from "./checkout-page.ts";
import type { FormState } from "./form-fields.ts";
import { noticePage, show } from "./page.ts";
import {
  checkCard,
  checkPayment,
  FIELDS,
  type FieldErrors,
  type FieldValues,
  readFields,
} from "./payment-form.ts";
import { portalPage } from "./portal-page.ts";
import { receiptPage } from "./receipt-page.ts";

/** Where the buyer goes after paying. */
function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The form as it is first shown. */
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

/** The form once more, with the first of its errors in focus. */
function failedForm(values: FieldValues, errors: FieldErrors): FormState {
  return { values, errors, focus: FIELDS.find((field) => errors[field]) ?? null };
}

function missing(c: Context, sandbox: Sandbox, title: string): Promise<Response> {
  const text = "Check the link, or go back to where you came from.";
  return show(c, noticePage(sandbox, { title, text }), 404);
}

function closedNotice(
  c: Context,
  sandbox: Sandbox,
  session: Stripe.Checkout.Session | null,
): Promise<Response> {
  if (!session) return missing(c, sandbox, "This payment page does not exist");
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
  // The same form once more is a double click: its buyer has paid and only wants to arrive.
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

/** The pages people see: hosted payment page, billing portal and receipts. */
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
      return missing(c, sandbox, "This receipt does not exist");
    return show(c, receiptPage(sandbox, charge));
  });
  portalRoutes(sandbox, pages);
  return pages;
}

type PortalSession = Stripe.BillingPortal.Session;

/** The one the flow names, else the customer's latest that runs, else the latest at all. */
function subscriptionOf(sandbox: Sandbox, session: PortalSession): WireSubscription | null {
  const { flow } = session;
  const named = flow?.subscription_cancel?.subscription ?? flow?.subscription_update?.subscription;
  if (named !== undefined) return sandbox.store.get("subscription", named);
  const all = sandbox.store.select("subscription", fieldIs("customer", session.customer), "newest", 100);
  return all.find(({ status }) => status !== "canceled") ?? all[0] ?? null;
}

function freshCard(): FormState {
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

function change(
  c: Context,
  sandbox: Sandbox,
  session: PortalSession,
  posted: Record<string, unknown>,
): Response | Promise<Response> {
  const subscription = subscriptionOf(sandbox, session);
  const running = subscription?.status !== "canceled" && subscription?.id === posted.subscription;
  const errors = subscription && running ? act(sandbox, subscription, posted) : {};
  if (Object.keys(errors).length === 0) return c.redirect(`/p/session/${session.id}`, 303);
  return show(c, portalPage(sandbox, session, subscription, failedForm(readFields(posted), errors)));
}

/** The pages on which subscribers look after their subscription. */
function portalRoutes(sandbox: Sandbox, pages: Hono): void {
  pages.get("/p/session/:id", (c) => {
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missing(c, sandbox, "This page does not exist");
    const subscription = subscriptionOf(sandbox, session);
    return show(c, portalPage(sandbox, session, subscription, freshCard()));
  });
  pages.post("/p/session/:id", async (c) => {
    const posted = await c.req.parseBody();
    sandbox.scheduler.run();
    const session = sandbox.store.get("billing_portal.session", c.req.param("id"));
    if (!session) return missing(c, sandbox, "This page does not exist");
    return sandbox.store.transaction(() => change(c, sandbox, session, posted));
  });
}
