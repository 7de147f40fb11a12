import type { ExceptionReason } from "@/lib/orders/order";
import { disputeLabel } from "@/lib/staff/labels";
import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";
import type { ListName } from "@/lib/staff/reconcile/words";

/** What staff press beside an entry, by its label. */
export type EntryButton = "Ask again" | "Accept amount…" | "Settle…" | "Work again" | "Send again";

/** Where asking the payment service about the order may settle it. */
const ASKED: ReadonlySet<ListName> = new Set<ListName>(["paid_there", "open_too_long", "refunds_stuck"]);

/**
 * Lists the buttons of an entry. An amount is not accepted for an order that is paid already: asking again books a payment of
 * its own page, and another page's is a second payment. Nor is one accepted that went back, or is lost to a dispute.
 */
export function buttonsOf(list: ListName, item: ReconcileItem): EntryButton[] {
  const isAmount = item.exception_id !== undefined && item.reason === "amount_mismatch";
  const isPaidBefore = isAmount && (isPaid(item) || wasPaid(item)) && !isOfProposal(item);
  const buttons: [EntryButton, boolean][] = [
    ["Ask again", Boolean(item.order_id) && (ASKED.has(list) || isPaidBefore)],
    ["Accept amount…", isAmount && !isPaidBefore && !isAllBack(item) && !isLost(item)],
    ["Settle…", item.exception_id !== undefined],
    ["Work again", item.event_id !== undefined],
    ["Send again", item.mail_id !== undefined],
  ];
  return buttons.filter(([, isThere]) => isThere).map(([label]) => label);
}

const isPaid = ({ here }: ReconcileItem) => here?.payment_status === "paid";
/** It is no longer: its own payment went back. */
const wasPaid = ({ here }: ReconcileItem) => typeof here?.total_paid === "number";
/** The payment is of a charge on top, whose order has been paid by itself. */
const isOfProposal = ({ there }: ReconcileItem) => typeof there?.adjustment_id === "string";

/** Nothing of the payment is left with us. */
const isAllBack = ({ there }: ReconcileItem) =>
  typeof there?.refunded_cents === "number" && there.refunded_cents >= Number(there.amount_cents);
const isLost = ({ there }: ReconcileItem) => there?.dispute_status === "lost";
const isDisputed = ({ there }: ReconcileItem) =>
  typeof there?.dispute_status === "string" && !disputeLabel(there.dispute_status).isOver;

const REFUND_THERE = "Refund this payment at the payment service, then press “Settle…”.";

/** What leads to a right end, reason by reason; each names the buttons that are pressed on the way. */
const ADVICE = {
  amount_mismatch: (item) => {
    if (isOfProposal(item))
      return "Press “Accept amount…”: the charge is then paid with it. Or refund it at the payment service and press “Settle…”: the customer can then pay the charge again, as long as its time is not over.";
    if (isPaid(item))
      return "The order is paid already. Press “Ask again”, which books what was paid on its own page. If the order then still names another payment, refund this one at the payment service. Then press “Settle…”.";
    if (wasPaid(item)) return `The order was paid before, and its payment went back. ${REFUND_THERE}`;
    if (item.here?.payment_status === "canceled")
      return "The order is canceled. Refund this payment at the payment service and press “Settle…”. Or press “Accept amount…”, which takes the order up again, paid with what came.";
    return "Press “Accept amount…”: the order is then paid with what came, and “Refund…” on the order gives it back. Or refund it at the payment service and press “Settle…”: the order stays unpaid.";
  },
  currency_mismatch: () =>
    `The order cannot be paid in another currency. ${REFUND_THERE} Ask the customer to order anew.`,
  livemode_mismatch: ({ there }) =>
    there?.livemode === false
      ? "A test payment: no money has moved. Press “Settle…”, and see who pays real orders with test cards."
      : "Real money, while this product runs with a key for tests. See to STRIPE_SECRET_KEY first. Then refund the payment at the payment service and press “Settle…”.",
  order_not_found: () => `No order is left that it could pay. ${REFUND_THERE}`,
  payment_of_another_order: () =>
    "No further money has come, so refund nothing: another order has this payment. Press “Settle…”; if this order's cards are here, ask its customer to pay for it.",
  second_payment: ({ here }) =>
    here?.is_by_card === false
      ? `The order was set to paid by hand, and keeps that. ${REFUND_THERE}`
      : "The order keeps its first payment, which “Refund…” on the order would give back. Refund the second one, named here, at the payment service, then press “Settle…”.",
  refund_exceeds_payment: () =>
    "More went back than was paid, and a refund cannot be taken back. See at the payment service what was refunded; where the whole payment is gone, decide on the order about its cards. Then press “Settle…”.",
  second_subscription: () =>
    "The person is charged twice. Cancel the subscription named here at the payment service, refund what it took, then press “Settle…”. The other one stays.",
  unknown_price: () =>
    "The person pays and has no plan. If the price is one of ours, add it to its plan's STRIPE_PRICE_ setting. If not, cancel the subscription at the payment service and refund it. Then press “Settle…”.",
  membership_disputed: (item) =>
    isLost(item)
      ? "The dispute was lost: the money is gone. Cancel the membership at the payment service if it still runs, then press “Settle…”."
      : "Answer the dispute at the payment service before its deadline. When it is decided, press “Settle…”.",
  customer_not_found: () =>
    "The membership stays as it is until the customer is found. See that STRIPE_SECRET_KEY is of the right account and mode; then press “Settle…”.",
  account_deleted: () =>
    "Cancel the subscription at the payment service, refund what it took since the account was deleted, then press “Settle…”.",
  customer_deleted: () =>
    "The person has paid and has no plan. Refund the subscription named here at the payment service, where it may have to be canceled first, and ask the person to choose a plan again. Then press “Settle…”.",
  session_not_found: () =>
    "The order is canceled here. See that STRIPE_SECRET_KEY is of the right account and mode. If the customer has paid, press “Ask again” once it is: the payment is then booked. Then press “Settle…”.",
  late_adjustment: () =>
    "The money is booked. Grade the cards for it, or give it back with “Refund…” at the charge, on the order. Then press “Settle…”.",
} satisfies Record<ExceptionReason, (item: ReconcileItem) => string>;

const isOfMoney = (reason: ReconcileItem["reason"]): reason is ExceptionReason =>
  Boolean(reason && reason in ADVICE);

/** What counts more than the reason: a payment that is disputed must not be refunded, too, and one that is gone cannot be. */
function adviceOnMoney(item: ReconcileItem): string | null {
  if (item.reason === "membership_disputed") return null;
  if (isDisputed(item))
    return "This payment is disputed: answer that at the payment service before its deadline, and do not refund it, too. When it is decided, read here what is left to do, and press “Settle…”.";
  if (isLost(item))
    return "The dispute about this payment was lost: the money is gone, so refund nothing. If cards are here for it, decide on the order about them. Then press “Settle…”.";
  if (!isAllBack(item)) return null;
  return isPaid(item) && item.reason === "amount_mismatch" && !isOfProposal(item)
    ? "All of this payment went back. If the order was set to paid because of it, press “Ask again”, which cancels the order. Then press “Settle…”."
    : "All of this payment went back: nothing is left to accept or to refund. Press “Settle…”.";
}

/** Says what to do about an entry that its list's own words do not cover; null for the others. */
export function adviceOn(list: ListName, item: ReconcileItem): string | null {
  if (item.exception_id !== undefined)
    return isOfMoney(item.reason) ? (adviceOnMoney(item) ?? ADVICE[item.reason](item)) : null;
  if (list !== "paid_there") return null;
  return "It was paid by card, and set back by hand. Set it to paid on the order, with the reason. Or give all of the money back with “Refund…” there: the order is then canceled.";
}

/**
 * Tells whether an entry has stood longer than it may: two business days, since the moment that the database has counted back to.
 * What was paid and never came is listed after its 21 days only. An order that was paid by hand has its reason, and nothing ends that
 * difference: it is to be seen, and keeps nothing from agreeing.
 */
export function isPastLimit(
  list: ListName,
  item: Pick<ReconcileItem, "at">,
  { tolerated_since: since }: Pick<Reconciliation, "tolerated_since">,
): boolean {
  if (list === "paid_here") return false;
  return list === "never_received" || Date.parse(item.at) < Date.parse(since);
}
