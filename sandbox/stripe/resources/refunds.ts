import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, listRoute } from "../api-route.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId } from "../ids.ts";
import { expand, integer, newMetadata, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";

const PATH = "/v1/refunds";

const refundParams = z.strictObject({
  amount: integer.pipe(z.number().min(1)).optional(),
  charge: text().optional(),
  metadata: newMetadata.optional(),
  payment_intent: text().optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  ...expand,
});

type RefundParams = z.output<typeof refundParams>;

export function namedCharge(
  sandbox: Sandbox,
  named: { charge?: string | undefined; payment_intent?: string | undefined },
): Stripe.Charge {
  if ((named.charge === undefined) === (named.payment_intent === undefined))
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  if (named.charge !== undefined) {
    const charge = sandbox.store.get("charge", named.charge);
    if (!charge) throw noSuch("charge", named.charge, "charge", 400);
    return charge;
  }
  const id = String(named.payment_intent);
  const intent = sandbox.store.get("payment_intent", id);
  if (!intent) throw noSuch("payment_intent", id, "payment_intent", 400);
  if (intent.status !== "succeeded" || typeof intent.latest_charge !== "string")
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      "payment_intent",
    );
  return sandbox.store.need("charge", intent.latest_charge);
}

function refundable(charge: Stripe.Charge, asked: number | undefined): number {
  const left = charge.amount_captured - charge.amount_refunded;
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;
  if (charge.status !== "succeeded")
    throw invalidRequest(`Charge ${charge.id} did not succeed; only paid charges can be refunded.`, "charge");
  if (charge.disputed)
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      "charge_disputed",
    );
  if (left === 0)
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      "charge_already_refunded",
    );
  if (asked !== undefined && asked > left)
    throw invalidRequest(
      `Refund amount (${dollars(asked)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      "amount",
    );
  return asked ?? left;
}

function refundObject(
  now: number,
  charge: Stripe.Charge,
  amount: number,
  params: RefundParams,
): Stripe.Refund {
  const byCard = charge.payment_method_details?.type === "card";
  return {
    ...cleared(EXAMPLES.refund),
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: byCard
      ? {
          card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
          type: "card",
        }
      : { type: "us_bank_transfer", us_bank_transfer: { reference: null, reference_status: null } },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    status: "succeeded",
  };
}

/** Adds the bank's reference, which Stripe reports some time after the refund. */
function withReference(refund: Stripe.Refund): Stripe.Refund {
  const { card } = refund.destination_details ?? {};
  if (!card) return refund;
  return {
    ...refund,
    destination_details: {
      card: { ...card, reference: "012345678901", reference_status: "available" },
      type: "card",
    },
  };
}

function createRefund(sandbox: Sandbox, params: RefundParams): Stripe.Refund {
  const { store, events, clock } = sandbox;
  const charge = namedCharge(sandbox, params);
  const amount = refundable(charge, params.amount);
  const refund = refundObject(clock.now(), charge, amount, params);
  store.insert<"refund">(refund);
  events.emit("refund.created", refund);
  const refunded = charge.amount_refunded + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  store.update<"charge">(after);
  events.emit("charge.refunded", after, {
    amount_refunded: charge.amount_refunded,
    ...(after.refunded ? { refunded: false } : {}),
  });
  const updated = store.update<"refund">(withReference(refund));
  events.emit("refund.updated", updated, { destination_details: refund.destination_details });
  return updated;
}

/** Fails a refund and returns the money to the balance and the charge. */
export function failRefund(sandbox: Sandbox, refund: Stripe.Refund): Stripe.Refund {
  const { store, events } = sandbox;
  const charge = store.need("charge", String(refund.charge));
  store.update<"charge">({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  const failed = store.update<"refund">({
    ...refund,
    failure_balance_transaction: newId("txn"),
    failure_reason: "lost_or_stolen_card",
    status: "failed",
  });
  events.emit("refund.updated", failed, { status: refund.status });
  events.emit("refund.failed", failed);
  return failed;
}

export const REFUND_ROUTES = [
  defineRoute("POST", PATH, refundParams, createRefund),
  listRoute("refund", PATH, ["charge", "payment_intent"]),
];

export const REFUND_EXPANDABLE: Record<string, Expansion> = {
  charge: "charge",
  payment_intent: "payment_intent",
};
