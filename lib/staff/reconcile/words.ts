import { formatCents, formatDollars } from "@/lib/base/money";
import { paymentLabel } from "@/lib/staff/labels";
import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";

/** A list by its name in the answer. */
export type ListName = Exclude<
  keyof Reconciliation,
  "staff_role" | "tolerated_since" | "asked_until" | "balance"
>;

/** Lists the lists in the order in which they matter: what each is, and what staff do about it. */
export const RECONCILE_LISTS: { name: ListName; title: string; action: string }[] = [
  {
    name: "never_received",
    title: "Paid, never received",
    action: "Paid more than 21 days ago, and nothing came. Ask the customer, or refund it.",
  },
  {
    name: "unmatched",
    title: "Unmatched packages",
    action: "Nobody knows whose they are. Match each to its batch at the receiving desk.",
  },
  {
    name: "paid_there",
    title: "Paid in Stripe, missing here",
    action: "Money, or a dispute, that fits no order here. Each entry says what to do.",
  },
  {
    name: "amounts_differ",
    title: "Amounts differ",
    action: "Another amount, currency or mode came than an order asks. Each entry says what to do.",
  },
  {
    name: "open_too_long",
    title: "Open too long",
    action: "Neither paid nor over. Ask the payment service again.",
  },
  {
    name: "paid_here",
    title: "Paid here, missing in Stripe",
    action: "Set to paid by hand. The order's timeline says why; set it to unpaid if that is wrong.",
  },
  {
    name: "refunds_stuck",
    title: "Refunds not confirmed",
    action: "Begun more than five minutes ago, and nobody knows yet whether they were made. Ask again.",
  },
  {
    name: "shorts_stuck",
    title: "Missing cards, refund owed",
    action:
      "The customer is to get money back for cards that did not come. Where it was refused or not paid by card, pay it otherwise and settle it on the order.",
  },
  {
    name: "events_failed",
    title: "Deliveries that failed",
    action:
      "The payment service told us something that could not be worked 20 times. Read why, then work it again.",
  },
  {
    name: "mails_failed",
    title: "Emails that failed",
    action: "Check the address on the order, then send the mail again.",
  },
];

/** Says what our books hold of an item, amounts in dollars; for a mail or a delivery its kind. */
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

/**
 * Says what the payment service holds of an item, as it was noted when the difference came up; for a mail or
 * a delivery the last error.
 */
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
