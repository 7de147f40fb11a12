import type Stripe from "stripe";
import { listRoute, readRoute } from "../api-route.ts";
import type { Expansion } from "../expand.ts";
import { newId } from "../ids.ts";
import type { Sandbox } from "../sandbox.ts";

const PATH = "/v1/disputes";
const RESPONSE_SECONDS = 7 * 86_400;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export function openDispute(sandbox: Sandbox, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const { store, events, clock } = sandbox;
  const dispute: Stripe.Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: clock.now() + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
  store.insert<"dispute">(dispute);
  store.update<"charge">({ ...charge, disputed: true });
  events.emit("charge.dispute.created", dispute);
  return dispute;
}

export function reviewDispute(sandbox: Sandbox, dispute: Stripe.Dispute): Stripe.Dispute {
  const { status } = dispute;
  const reviewed = sandbox.store.update<"dispute">({ ...dispute, status: "under_review" });
  sandbox.events.emit("charge.dispute.updated", reviewed, { status });
  return reviewed;
}

/** Closes a dispute. The charge stays `disputed`, as in Stripe. */
export function closeDispute(
  sandbox: Sandbox,
  dispute: Stripe.Dispute,
  status: "won" | "lost",
): Stripe.Dispute {
  const closed = sandbox.store.update<"dispute">({ ...dispute, status });
  sandbox.events.emit("charge.dispute.closed", closed);
  return closed;
}

export const DISPUTE_ROUTES = [
  listRoute("dispute", PATH, ["charge", "payment_intent"]),
  readRoute("dispute", PATH, "dispute"),
];

export const DISPUTE_EXPANDABLE: Record<string, Expansion> = {
  charge: "charge",
  payment_intent: "payment_intent",
};
