import type Stripe from "stripe";
import { listRoute, readRoute } from "../api-route.ts";
import type { Expansion } from "../expand.ts";
import { cleared, EXAMPLES } from "../fixtures.ts";
import { newId, randomToken } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";

const PATH = "/v1/charges";

function chargedMethod(method: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails {
  if (method.us_bank_account) {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account;
    return {
      type: "us_bank_account",
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint,
        last4,
        payment_reference: null,
        routing_number,
      },
    };
  }
  if (!method.card) throw new Error(`${method.id} is neither a card nor a bank account`);
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  return {
    type: "card",
    card: {
      ...cleared(EXAMPLES.charge.payment_method_details.card),
      amount_authorized: amount,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      extended_authorization: { status: "disabled" },
      fingerprint: fingerprint ?? null,
      funding,
      incremental_authorization: { status: "unavailable" },
      last4,
      multicapture: { status: "unavailable" },
      network: brand,
      network_token: { used: false },
      overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
      regulated_status: "unregulated",
    },
  };
}

/** `pending` is a debit that the bank hasn't responded to. */
type ChargeResult =
  | { status: "succeeded" | "pending" }
  | { status: "failed"; code: string; declineCode: string | null; message: string };

function outcomeOf(result: ChargeResult): Stripe.Charge.Outcome {
  if (result.status !== "failed")
    return {
      ...cleared(EXAMPLES.charge.outcome),
      network_status: "approved_by_network",
      risk_level: "normal",
      seller_message: "Payment complete.",
      type: "authorized",
    };
  return {
    advice_code: "try_again_later",
    network_advice_code: null,
    network_decline_code: null,
    network_status: "declined_by_network",
    reason: result.declineCode ?? result.code,
    risk_level: "normal",
    seller_message: "The bank did not return any further details with this decline.",
    type: "issuer_declined",
  };
}

function stateOf(sandbox: Sandbox, id: string, amount: number, result: ChargeResult) {
  const succeeded = result.status === "succeeded";
  const failed = result.status === "failed";
  return {
    amount_captured: succeeded ? amount : 0,
    balance_transaction: succeeded ? newId("txn") : null,
    captured: succeeded,
    failure_code: failed ? result.code : null,
    failure_message: failed ? result.message : null,
    outcome: outcomeOf(result),
    paid: succeeded,
    receipt_url: succeeded ? `${sandbox.baseUrl}/receipts/payment/${id}/${randomToken(40)}` : null,
    status: result.status,
  };
}

/** Charges the payment method for the full amount of the intent and emits the events. */
export function createCharge(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: ChargeResult,
): Stripe.Charge {
  const id = newId(method.type === "card" ? "ch" : "py");
  const charge: Stripe.Charge = {
    ...cleared(EXAMPLES.charge),
    id,
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: sandbox.merchantName.toUpperCase().slice(0, 22),
    created: sandbox.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    fraud_details: {},
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: chargedMethod(method, intent.amount),
    receipt_email: intent.receipt_email,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `${PATH}/${id}/refunds` },
    shipping: intent.shipping,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    ...stateOf(sandbox, id, intent.amount, result),
  };
  sandbox.store.insert<"charge">(charge);
  sandbox.events.emit(`charge.${result.status}`, charge);
  return charge;
}

export function settleCharge(sandbox: Sandbox, charge: Stripe.Charge, result: ChargeResult): Stripe.Charge {
  const settled: Stripe.Charge = { ...charge, ...stateOf(sandbox, charge.id, charge.amount, result) };
  sandbox.store.update<"charge">(settled);
  sandbox.events.emit(`charge.${result.status}`, settled);
  return settled;
}

export const CHARGE_ROUTES = [
  listRoute("charge", PATH, ["customer", "payment_intent"]),
  readRoute("charge", PATH, "charge"),
];

export const CHARGE_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  payment_intent: "payment_intent",
};
