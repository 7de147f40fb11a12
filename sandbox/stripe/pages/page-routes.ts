import { type Context, Hono } from "hono";
import type Stripe from "stripe";
import { randomToken } from "../ids.ts";
import { payCheckoutSession } from "../resources/payments.ts";
import type { Sandbox } from "../sandbox.ts";
import { answer } from "./answer.ts";
import { checkoutPage } from "./checkout-page.ts";
import type { FormState } from "./field.ts";
import { noticePage } from "./notice-page.ts";
import { checkPayment, FIELDS, readFields } from "./payment-form.ts";
import { portalRoutes } from "./portal-routes.ts";
import { receiptPage } from "./receipt-page.ts";

/** Where the buyer goes after paying. */
function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The form as it is first shown. */
function freshForm(session: Stripe.Checkout.Session): FormState {
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
  if (session?.status === "complete")
    return answer(c, 200, (nonce) =>
      noticePage({
        title: "This payment is already complete",
        text: "You have paid for this. Nothing more was charged.",
        backUrl: successUrl(session),
        backLabel: `Back to ${sandbox.merchantName}`,
        nonce,
      }),
    );
  return answer(c, session ? 200 : 404, (nonce) =>
    noticePage({
      title: session ? "This payment page has expired" : "This payment page does not exist",
      text: session
        ? "You were not charged. Go back to start again."
        : "Check the link, or go back to where you came from.",
      backUrl: session?.cancel_url ?? null,
      backLabel: `Back to ${sandbox.merchantName}`,
      nonce,
    }),
  );
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
  if ("errors" in checked) {
    const focus = FIELDS.find((field) => checked.errors[field]) ?? null;
    const state = { values: next, errors: checked.errors, focus };
    return answer(c, 200, (nonce) => checkoutPage(sandbox, session, state, nonce));
  }
  const result = payCheckoutSession(sandbox, session, checked.payment);
  if (result.paid) return c.redirect(successUrl(result.session), 303);
  const field = result.code === "incorrect_cvc" ? "card_cvc" : "card_number";
  const state: FormState = { values: next, errors: { [field]: result.message }, focus: field };
  return answer(c, 200, (nonce) => checkoutPage(sandbox, session, state, nonce));
}

/** The pages people see: hosted payment page, billing portal and receipts. */
export function pageRoutes(sandbox: Sandbox): Hono {
  const pages = new Hono();
  pages.get("/c/pay/:id", (c) => {
    sandbox.scheduler.run();
    const session = sandbox.store.get("checkout.session", c.req.param("id"));
    if (session?.status !== "open") return closedNotice(c, sandbox, session);
    return answer(c, 200, (nonce) => checkoutPage(sandbox, session, freshForm(session), nonce));
  });
  pages.post("/c/pay/:id", async (c) => {
    const posted = await c.req.parseBody();
    sandbox.scheduler.run();
    return sandbox.store.transaction(() => pay(c, sandbox, c.req.param("id"), posted));
  });
  pages.get("/receipts/payment/:charge/:token", (c) => {
    const charge = sandbox.store.get("charge", c.req.param("charge"));
    if (!charge || charge.receipt_url !== `${sandbox.baseUrl}${c.req.path}`)
      return answer(c, 404, (nonce) =>
        noticePage({
          title: "This receipt does not exist",
          text: "Check the link.",
          backUrl: null,
          backLabel: "",
          nonce,
        }),
      );
    return answer(c, 200, (nonce) => receiptPage(sandbox, charge, nonce));
  });
  portalRoutes(sandbox, pages);
  return pages;
}
