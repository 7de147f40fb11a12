import { formatCents, formatDollars } from "@/lib/base/money";
import { paymentLabel } from "@/lib/staff/labels";
import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";

/** A list by its name in the answer. */
export type ListName = Exclude<
  keyof Reconciliation,
  "staff_role" | "tolerated_since" | "asked_until" | "balance"
>;

/** The lists by importance: the title of one with entries, the check that passed otherwise (`none`), and what to do about entries. */
export const RECONCILE_LISTS: { name: ListName; title: string; none: string; action: string }[] = [
  {
    name: "never_received",
    title: "Paid, never received",
    none: "No overdue packages",
    action: "Paid more than 21 days ago, and nothing arrived. Ask the customer, or refund the batch.",
  },
  {
    name: "unmatched",
    title: "Unmatched packages",
    none: "No unmatched packages",
    action: "Match each package to its batch at the receiving desk.",
  },
  {
    name: "paid_there",
    title: "Paid in Stripe, missing here",
    none: "No payments missing here",
    action: "A payment or dispute that matches no order.",
  },
  {
    name: "amounts_differ",
    title: "Amounts differ",
    none: "All amounts match",
    action: "The payment's amount, currency or mode doesn't match the order.",
  },
  {
    name: "open_too_long",
    title: "Checkouts open too long",
    none: "No stale checkouts",
    action: "Neither paid nor expired. Check Stripe again.",
  },
  {
    name: "paid_here",
    title: "Paid here, missing in Stripe",
    none: "No payments missing in Stripe",
    action: "Marked paid by hand. The order's timeline says why. If it's wrong, mark the order unpaid.",
  },
  {
    name: "refunds_stuck",
    title: "Unconfirmed refunds",
    none: "All refunds confirmed",
    action: "Started more than five minutes ago without a result. Check Stripe again.",
  },
  {
    name: "shorts_stuck",
    title: "Missing cards, refund owed",
    none: "No refunds owed",
    action:
      "We owe the customer money for missing cards. If the refund failed or there's no payment to refund, pay another way and settle it on the order.",
  },
  {
    name: "events_failed",
    title: "Failed Stripe events",
    none: "No failed Stripe events",
    action: "Processing failed 20 times. Read the error, then retry the event.",
  },
  {
    name: "emails_failed",
    title: "Failed emails",
    none: "No failed emails",
    action: "Check the address on the order, then resend the email.",
  },
];

/** Returns what our records hold of an item, amounts in dollars. For an email or a Stripe event: its kind. */
export function oursOf(item: ReconcileItem): string {
  const { here } = item;
  if (item.package_id) return "A package without a batch";
  if (!here) return item.kind ? sentence(item.kind.replaceAll(".", " ")) : "No order";
  const parts = [paymentLabel(here.payment_status).label, `fee ${formatDollars(here.grading_fee)}`];
  if (here.total_paid !== null) parts.push(`paid ${formatDollars(here.total_paid)}`);
  if (here.refunded_cents > 0) parts.push(`refunded ${formatCents(here.refunded_cents)}`);
  return parts.join(", ");
}

const AMOUNTS: Record<string, string> = {
  amount_cents: "amount",
  paid_cents: "paid",
  expected_cents: "expected",
  refunded_cents: "refunded",
};

/** Returns what Stripe had when the difference was found. For an email or a Stripe event: the last error. */
export function theirsOf(item: ReconcileItem): string {
  if (item.last_error) return item.last_error;
  const parts = Object.entries(item.there ?? {})
    .filter(([, value]) => value !== null && value !== "" && typeof value !== "object")
    .map(([name, value]) => {
      const amount = AMOUNTS[name];
      if (amount && typeof value === "number") return `${amount} ${formatCents(value)}`;
      return `${name.replaceAll("_", " ")} ${String(value)}`;
    });
  if (item.stripe_session_id) parts.push(`session ${item.stripe_session_id}`);
  return parts.join(", ") || "Nothing";
}

function sentence(word: string): string {
  const words = word.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
