import { type Context, Hono } from "hono";
import type Stripe from "stripe";
import { randomToken } from "../ids.ts";
import { payCheckoutSession } from "../resources/payments.ts";
import type { Sandbox } from "../sandbox.ts";
import { checkoutPage } from "./checkout-page.ts";
import { type FormState, failedForm } from "./form-fields.ts";
import { missingPage, noticePage, show } from "./page.ts";
import { checkPayment, readFields } from "./payment-form.ts";
import { portalRoutes } from "./portal-routes.ts";
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

function closedNotice(
  c: Context,
  sandbox: Sandbox,
  session: Stripe.Checkout.Session | null,
): Promise<Response> {
  if (!session) return missingPage(c, sandbox, "This payment page does not exist");
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
      return missingPage(c, sandbox, "This receipt does not exist");
    return show(c, receiptPage(sandbox, charge));
  });
  portalRoutes(sandbox, pages);
  return pages;
}
