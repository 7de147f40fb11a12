import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { createOrderSession, readSession } from "@/lib/stripe/sessions";
import type { OwnPayments } from "./own-payments.ts";
import { type Order, reserveOrder } from "./sql-functions.ts";

export type PaidPage = { order: Order; session: string; payment: string };

export async function payPage(payments: OwnPayments, userId: string | null = null): Promise<PaidPage> {
  const order = await reserveOrder(userId);
  const { id: session } = await createOrderSession(order, false);
  const { status } = await payments.pay(session);
  const intent = (await readSession(session))?.payment_intent;
  if (status !== 200 || typeof intent !== "object" || !intent) throw new Error(`not paid: ${status}`);
  return { order, session, payment: intent.id };
}

export async function payAndFulfill(payments: OwnPayments): Promise<PaidPage> {
  const paid = await payPage(payments);
  const { outcome } = await fulfillCheckout(paid.session);
  if (outcome !== "fulfilled") throw new Error(`not fulfilled: ${outcome}`);
  return paid;
}
