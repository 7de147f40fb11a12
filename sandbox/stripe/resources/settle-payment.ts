import type Stripe from "stripe";
import type { Sandbox } from "../sandbox.ts";
import { settleCharge } from "./charges.ts";
import { advancePaymentIntent } from "./payment-intents.ts";

/** Ends the delayed payment of a completed session as its bank account says. */
export function settlePayment(sandbox: Sandbox, session: Stripe.Checkout.Session): void {
  const { store, events } = sandbox;
  const outcome = store.notes("checkout.session", session.id).settlesAs;
  if (!outcome || typeof session.payment_intent !== "string") return;
  const intent = store.need("payment_intent", session.payment_intent);
  const charge = store.need("charge", String(intent.latest_charge));
  sandbox.scheduler.schedule(session.id, null);
  store.addNotes("checkout.session", session.id, { settlesAs: undefined });
  if (outcome.approved) {
    settleCharge(sandbox, charge, { status: "succeeded" });
    advancePaymentIntent(
      sandbox,
      { ...intent, status: "succeeded", amount_received: intent.amount },
      "payment_intent.succeeded",
    );
    const paid = store.update<"checkout.session">({ ...session, payment_status: "paid" });
    events.emit("checkout.session.async_payment_succeeded", paid);
    return;
  }
  const { code, message } = outcome;
  settleCharge(sandbox, charge, { status: "failed", code, declineCode: null, message });
  advancePaymentIntent(
    sandbox,
    {
      ...intent,
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: {
        type: "invalid_request_error",
        charge: charge.id,
        code: "payment_intent_payment_attempt_failed",
        message,
      },
    },
    "payment_intent.payment_failed",
  );
  events.emit("checkout.session.async_payment_failed", session);
}
