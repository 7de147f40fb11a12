import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import type { Sandbox } from "../sandbox.ts";
import { cancelPaymentIntent } from "./payment-intents.ts";
import { settlePayment } from "./settle-payment.ts";

function expireSession(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = sandbox.store.update<"checkout.session">({ ...session, status: "expired", url: null });
  sandbox.scheduler.schedule(session.id, null);
  if (typeof session.payment_intent === "string") cancelPaymentIntent(sandbox, session.payment_intent);
  sandbox.events.emit("checkout.session.expired", expired);
  return expired;
}

/** Expires an open session at the seller's wish; 400 for any other. */
export function expireByRequest(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status === "open") return expireSession(sandbox, session);
  throw invalidRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    "session",
  );
}

/** What a session does when its time has come: an open one expires, one with a delayed payment learns its outcome. */
export function runDueSession(sandbox: Sandbox, id: string): void {
  const session = sandbox.store.need("checkout.session", id);
  if (session.status === "open") expireSession(sandbox, session);
  else if (session.status === "complete" && session.payment_status === "unpaid")
    settlePayment(sandbox, session);
}
