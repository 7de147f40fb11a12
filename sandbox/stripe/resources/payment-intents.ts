import type Stripe from "stripe";
import { readRoute } from "../api-route.ts";
import type { Expansion } from "../expand.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId, randomToken } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";
import type { CardOutcome } from "../test-methods.ts";
import { createCharge } from "./charges.ts";

/** `amount` is in the currency's smallest unit. */
type NewPaymentIntent = Pick<
  Stripe.PaymentIntent,
  "amount" | "currency" | "customer" | "description" | "payment_method_types"
> &
  Partial<
    Pick<Stripe.PaymentIntent, "metadata" | "receipt_email" | "shipping" | "statement_descriptor_suffix">
  >;

export function createPaymentIntent(sandbox: Sandbox, wanted: NewPaymentIntent): Stripe.PaymentIntent {
  const id = newId("pi");
  const intent: Stripe.PaymentIntent = {
    ...cleared(EXAMPLES.payment_intent),
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: "automatic",
    created: sandbox.clock.now(),
    managed_payments: { enabled: false },
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
      },
    },
    payment_record: null,
    status: "requires_payment_method",
    ...wanted,
  };
  sandbox.store.insert<"payment_intent">(intent);
  sandbox.events.emit("payment_intent.created", intent);
  return intent;
}

export function advancePaymentIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  event: "payment_intent.succeeded" | "payment_intent.processing" | "payment_intent.payment_failed",
): Stripe.PaymentIntent {
  sandbox.store.update<"payment_intent">(intent);
  sandbox.events.emit(event, intent);
  return intent;
}

export function payIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const ready = { ...intent, payment_method: method.id };
  const { id } = createCharge(sandbox, ready, method, { status: "succeeded" });
  return advancePaymentIntent(
    sandbox,
    { ...ready, amount_received: ready.amount, latest_charge: id, status: "succeeded" },
    "payment_intent.succeeded",
  );
}

export function cancelPaymentIntent(sandbox: Sandbox, id: string): void {
  const canceled: Stripe.PaymentIntent = {
    ...sandbox.store.need("payment_intent", id),
    status: "canceled",
    canceled_at: sandbox.clock.now(),
    cancellation_reason: "automatic",
  };
  sandbox.store.update<"payment_intent">(canceled);
  sandbox.events.emit("payment_intent.canceled", canceled);
}

export const PAYMENT_INTENT_ROUTES = [readRoute("payment_intent", "/v1/payment_intents", "intent")];

export const PAYMENT_INTENT_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  latest_charge: "charge",
  payment_method: "payment_method",
};

export function failIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: CardOutcome & { approved: false },
): void {
  const { code, declineCode, message } = outcome;
  const charge = createCharge(sandbox, intent, method, { status: "failed", code, declineCode, message });
  advancePaymentIntent(
    sandbox,
    {
      ...intent,
      latest_charge: charge.id,
      status: "requires_payment_method",
      last_payment_error: {
        type: "card_error",
        charge: charge.id,
        code,
        ...(declineCode === null ? {} : { decline_code: declineCode }),
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
        message,
        payment_method: method,
      },
    },
    "payment_intent.payment_failed",
  );
}
