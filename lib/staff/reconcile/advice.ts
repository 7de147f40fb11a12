import { formatCents, formatDollars } from "@/lib/base/money";
import type { ExceptionReason } from "@/lib/orders/order";
import { disputeLabel, paymentLabel } from "@/lib/staff/labels";
import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/reconciliation";

export type ListName = Exclude<
  keyof Reconciliation,
  "staff_role" | "tolerated_since" | "asked_until" | "balance"
>;

/**
 * The lists by importance. Each has a title, the text shown when it is empty (`none`), and what to do about its
 * entries.
 */
export const RECONCILE_LISTS: { name: ListName; title: string; none: string; action: string }[] = [
  {
    name: "never_received",
    title: "Paid, never received",
    none: "No overdue packages",
    action: "Paid more than 21 days ago, and nothing has arrived. Contact the customer, or refund the batch.",
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
    action: "Marked paid by hand. The order's history says why. If that's wrong, mark the order unpaid.",
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
      "We owe the customer money for missing cards. If the refund failed or there's no payment to refund, pay the customer another way, then mark it settled on the order.",
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

/** Returns our records of an item, with amounts in dollars. For an email or a Stripe event, returns its kind. */
export function ourValueText(item: ReconcileItem): string {
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

/** Returns Stripe's data at the time the difference was found. For an email or a Stripe event, returns the last error. */
export function stripeValueText(item: ReconcileItem): string {
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

export type EntryButton = "Check Stripe" | "Accept amount…" | "Resolve…" | "Retry event" | "Resend email";

/** Lists whose entries may be resolved by checking the order in Stripe. */
const ASKED: ReadonlySet<ListName> = new Set<ListName>(["paid_there", "open_too_long", "refunds_stuck"]);

/**
 * Returns the buttons of an entry. An amount can't be accepted for an order that is already paid: checking Stripe
 * records a payment from its own checkout, and a payment from another checkout is a second payment. A refunded
 * payment, or one lost to a dispute, can't be accepted either.
 */
export function buttonsOf(list: ListName, item: ReconcileItem): EntryButton[] {
  const isAmount = item.exception_id !== undefined && item.reason === "amount_mismatch";
  const isPaidBefore = isAmount && (isPaid(item) || wasPaid(item)) && !isOfProposal(item);
  const buttons: [EntryButton, boolean][] = [
    ["Check Stripe", Boolean(item.order_id) && (ASKED.has(list) || isPaidBefore)],
    ["Accept amount…", isAmount && !isPaidBefore && !isAllBack(item) && !isLost(item)],
    ["Resolve…", item.exception_id !== undefined],
    ["Retry event", item.event_id !== undefined],
    ["Resend email", item.mail_id !== undefined],
  ];
  return buttons.filter(([, isThere]) => isThere).map(([label]) => label);
}

const isPaid = ({ here }: ReconcileItem) => here?.payment_status === "paid";
/** The order is no longer paid because its own payment was refunded. */
const wasPaid = ({ here }: ReconcileItem) => typeof here?.total_paid === "number";
/** The payment is for an extra charge. The order itself was paid separately. */
const isOfProposal = ({ there }: ReconcileItem) => typeof there?.adjustment_id === "string";

const isAllBack = ({ there }: ReconcileItem) =>
  typeof there?.refunded_cents === "number" && there.refunded_cents >= Number(there.amount_cents);
const isLost = ({ there }: ReconcileItem) => there?.dispute_status === "lost";
const isDisputed = ({ there }: ReconcileItem) =>
  typeof there?.dispute_status === "string" && !disputeLabel(there.dispute_status).isOver;

const REFUND_THERE = "Refund this payment in Stripe, then click “Resolve…”.";

/** How to resolve each reason, including which buttons to click. */
const ADVICE = {
  amount_mismatch: (item) => {
    if (isOfProposal(item))
      return "Click “Accept amount…” to mark the charge paid. Or refund it in Stripe and click “Resolve…”. The customer can then pay the charge again until its deadline.";
    if (isPaid(item))
      return "The order is already paid. Click “Check Stripe” to record the order's own payment. If the order still shows a different payment, refund this one in Stripe. Then click “Resolve…”.";
    if (wasPaid(item)) return `The order's own payment was refunded. ${REFUND_THERE}`;
    if (item.here?.payment_status === "canceled")
      return "The order is canceled. Refund this payment in Stripe and click “Resolve…”. Or click “Accept amount…” to reopen the order as paid.";
    return "Click “Accept amount…” to mark the order paid with this amount. You can refund it later with “Refund” on the order. Or refund it in Stripe and click “Resolve…”. The order then stays unpaid.";
  },
  currency_mismatch: () =>
    `Orders can't be paid in another currency. ${REFUND_THERE} Ask the customer to place a new order.`,
  livemode_mismatch: ({ there }) =>
    there?.livemode === false
      ? "This is a test payment, so no money moved. Find out who used a test card on a real order, then click “Resolve…”."
      : "This is real money, but SlabRelay is using a test key. Fix STRIPE_SECRET_KEY first. Then refund the payment in Stripe and click “Resolve…”.",
  order_not_found: () => `The order it was for no longer exists. ${REFUND_THERE}`,
  payment_of_another_order: () =>
    "This payment belongs to another order, so don't refund it. Click “Resolve…”. If this order's cards are here, ask the customer to pay for it.",
  second_payment: ({ here }) =>
    here?.is_by_card === false
      ? `The order was marked paid by hand and stays paid. ${REFUND_THERE}`
      : "The order keeps its first payment. “Refund” on the order would refund that one. Refund the second payment, shown here, in Stripe. Then click “Resolve…”.",
  refund_exceeds_payment: () =>
    "More was refunded than paid, and refunds can't be undone. Check in Stripe what was refunded. If the whole payment is gone, open the order and decide what happens to its cards. Then click “Resolve…”.",
  second_subscription: () =>
    "This customer is being charged twice. In Stripe, cancel the subscription shown here and refund what it charged. Then click “Resolve…”. The other subscription stays.",
  unknown_price: () =>
    "This customer is paying but has no plan. If the price is ours, add it to the plan's STRIPE_PRICE_ setting. If not, cancel and refund the subscription in Stripe. Then click “Resolve…”.",
  membership_disputed: (item) =>
    isLost(item)
      ? "The dispute was lost and the money is gone. If the membership is still active, cancel it in Stripe. Then click “Resolve…”."
      : "Respond to the dispute in Stripe before its deadline. Once it's decided, click “Resolve…”.",
  customer_not_found: () =>
    "The membership stays unchanged until we find the customer. Check that STRIPE_SECRET_KEY is for the right account and mode. Then click “Resolve…”.",
  account_deleted: () =>
    "Cancel the subscription in Stripe and refund what it charged after the account was deleted. Then click “Resolve…”.",
  customer_deleted: () =>
    "This customer paid but has no plan. In Stripe, cancel and refund the subscription shown here. Ask the customer to choose a plan again. Then click “Resolve…”.",
  session_not_found: () =>
    "The order is canceled here. Check that STRIPE_SECRET_KEY is for the right account and mode. If the customer paid, click “Check Stripe” to record the payment. Then click “Resolve…”.",
  late_adjustment: () =>
    "The payment is recorded. Have the cards graded, or refund the payment with “Refund…” next to the charge on the order. Then click “Resolve…”.",
} satisfies Record<ExceptionReason, (item: ReconcileItem) => string>;

const isOfMoney = (reason: ReconcileItem["reason"]): reason is ExceptionReason =>
  Boolean(reason && reason in ADVICE);

/**
 * Takes precedence over the reason: a disputed payment must not also be refunded, and a refunded one can't be
 * refunded again.
 */
function adviceOnMoney(item: ReconcileItem): string | null {
  if (item.reason === "membership_disputed") return null;
  if (isDisputed(item))
    return "This payment is disputed. Respond to the dispute in Stripe before its deadline, and don't refund it. Once the dispute is decided, this entry will show what's left to do. Do that, then click “Resolve…”.";
  if (isLost(item))
    return "The dispute was lost and the money is gone, so don't refund it. If the cards are here, open the order and decide what happens to them. Then click “Resolve…”.";
  if (!isAllBack(item)) return null;
  return isPaid(item) && item.reason === "amount_mismatch" && !isOfProposal(item)
    ? "This payment was fully refunded. If the order is marked paid because of this payment, click “Check Stripe” to cancel the order. Then click “Resolve…”."
    : "This payment was fully refunded, so there's nothing left to accept or refund. Click “Resolve…”.";
}

/** Returns what to do about an entry. Null if the list's own text covers it. */
export function adviceOn(list: ListName, item: ReconcileItem): string | null {
  if (item.exception_id !== undefined)
    return isOfMoney(item.reason) ? (adviceOnMoney(item) ?? ADVICE[item.reason](item)) : null;
  if (list !== "paid_there") return null;
  return "It was paid by card, then marked unpaid by hand. Mark the order paid again and give a reason. Or refund it in full with “Refund” on the order, which cancels the order.";
}

/**
 * Returns whether an entry is older than two business days, as counted by the database. Entries in `never_received`
 * are always past their 21 days. An order marked paid by hand has a reason on record and is never overdue.
 */
export function isPastLimit(
  list: ListName,
  item: Pick<ReconcileItem, "at">,
  { tolerated_since: since }: Pick<Reconciliation, "tolerated_since">,
): boolean {
  if (list === "paid_here") return false;
  return list === "never_received" || Date.parse(item.at) < Date.parse(since);
}
