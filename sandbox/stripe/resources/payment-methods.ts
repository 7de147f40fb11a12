import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { newId } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";
import { testCard } from "../test-methods.ts";

/** Validated input. Numbers are digits only and aren't stored. */
export type EnteredMethod =
  | { type: "card"; number: string; expMonth: number; expYear: number }
  | { type: "us_bank_account"; routing: string; account: string };

/** Returns 16 characters that identify the number without revealing it. */
function fingerprint(number: string): string {
  return createHash("sha256").update(`slab:${number}`).digest("base64url").replace(/[-_]/g, "0").slice(0, 16);
}

function cardDetails(method: EnteredMethod & { type: "card" }): Stripe.PaymentMethod.Card {
  const { brand } = testCard(method.number);
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: "US",
    display_brand: brand,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    fingerprint: fingerprint(method.number),
    funding: "credit",
    generated_from: null,
    last4: method.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

function bankDetails(
  method: EnteredMethod & { type: "us_bank_account" },
): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: "STRIPE TEST BANK",
    financial_connections_account: null,
    fingerprint: fingerprint(method.account),
    last4: method.account.slice(-4),
    networks: { preferred: "ach", supported: ["ach"] },
    routing_number: method.routing,
    status_details: {},
  };
}

export function createPaymentMethod(
  sandbox: Sandbox,
  method: EnteredMethod,
  billing: Pick<Stripe.PaymentMethod.BillingDetails, "address" | "email" | "name">,
  customer: string | null,
): Stripe.PaymentMethod {
  const laterOutcome = method.type === "card" ? testCard(method.number).laterOutcome : undefined;
  const created: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { ...billing, phone: null, tax_id: null },
    ...(method.type === "card" ? { card: cardDetails(method) } : { us_bank_account: bankDetails(method) }),
    created: sandbox.clock.now(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: method.type,
  };
  return sandbox.store.insert<"payment_method">(created, laterOutcome ? { laterOutcome } : {});
}
