import { openAdjustmentCheckout } from "@/lib/orders/adjustments/open-adjustment-checkout";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { createOrderSession, readSession } from "@/lib/stripe/sessions";
import type { OwnPayments } from "./own-payments.ts";
import type { Proposals } from "./proposals.ts";
import { type Order, reserveOrder } from "./sql-functions.ts";

export type PaidCheckout = { order: Order; session: string; payment: string };

export async function payCheckout(
  payments: OwnPayments,
  userId: string | null = null,
): Promise<PaidCheckout> {
  const order = await reserveOrder(userId);
  const { id: session } = await createOrderSession(order, false);
  const { status } = await payments.pay(session);
  const intent = (await readSession(session))?.payment_intent;
  if (status !== 200 || typeof intent !== "object" || !intent) throw new Error(`not paid: ${status}`);
  return { order, session, payment: intent.id };
}

export async function payAndFulfill(payments: OwnPayments): Promise<PaidCheckout> {
  const paid = await payCheckout(payments);
  const { outcome } = await fulfillCheckout(paid.session);
  if (outcome !== "fulfilled") throw new Error(`not fulfilled: ${outcome}`);
  return paid;
}

export async function payCharge(proposals: Proposals, payments: OwnPayments) {
  const own = await payAndFulfill(payments);
  await proposals.actions.checkIn(own.order.id, 6);
  proposals.orders.push(own.order.id);
  const [asked] = await proposals.of(own.order);
  if (!asked) throw new Error("nothing was asked");
  const decider = { userId: null, guestKey: own.order.guest_key, tokenHash: null };
  await openAdjustmentCheckout(asked.id, decider, asked.amount_cents, "/track/x");
  const session = String((await proposals.one(asked.id)).stripe_session_id);
  await payments.pay(session);
  const { payment_intent: payment } = await payments.stripe.checkout.sessions.retrieve(session);
  if (typeof payment !== "string") throw new Error("not paid");
  return { own, asked, decider, session, payment };
}
