import { openAdjustmentPage } from "@/lib/orders/adjustments/open-adjustment-page";
import type { OwnPayments } from "./own-payments.ts";
import { payAndFulfill } from "./paid-page.ts";
import type { Proposals } from "./proposals.ts";

export async function payCharge(proposals: Proposals, payments: OwnPayments) {
  const own = await payAndFulfill(payments);
  await proposals.actions.checkIn(own.order.id, 6);
  proposals.orders.push(own.order.id);
  const [asked] = await proposals.of(own.order);
  if (!asked) throw new Error("nothing was asked");
  const decider = { userId: null, guestKey: own.order.guest_key, tokenHash: null };
  await openAdjustmentPage(asked.id, decider, asked.amount_cents, "/track/x");
  const session = String((await proposals.one(asked.id)).stripe_session_id);
  await payments.pay(session);
  const { payment_intent: payment } = await payments.stripe.checkout.sessions.retrieve(session);
  if (typeof payment !== "string") throw new Error("not paid");
  return { own, asked, decider, session, payment };
}
