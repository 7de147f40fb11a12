import { paths } from "@/lib/base/paths";
import { words } from "@/lib/email/order-confirmation-words";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import { type Mail, type MailOrigins, mailAddress, oneLine } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { packageCondition } from "@/lib/orders/status";

/** All that the receipt of a counted package says, in the words of its text and HTML part. */
export type CheckInReceiptFacts = {
  to: Mail["to"];
  subject: string;
  title: string;
  batchId: string;
  /** "We counted 12 of 12 cards." */
  counted: string;
  /** What is not as it should be; empty when all is well. */
  troubles: string[];
  details: { label: string; value: string }[];
  next: string[];
  /** The batch on its owner's dashboard; null for guests. */
  dashboardUrl: string | null;
  /** Null when its owner has ended it. */
  trackUrl: string | null;
};

const IN_TOUCH = "We will get in touch with you before grading.";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const figure = (count: number) => count.toLocaleString("en-US");
const cards = (count: number) => `${figure(count)} ${count === 1 ? "card" : "cards"}`;

/**
 * The facts of a paid order as it was counted; `toldBefore`: the number of a former receipt. Throws when it is not
 * paid or counted (any more) or nobody can be written to.
 */
export function checkInReceiptFacts(
  { order, email, full_name, is_guest }: OrderForEmail,
  toldBefore: number | null,
  origins: MailOrigins,
  trackUrl: string | null,
): CheckInReceiptFacts {
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  const { num_cards: paid, received_count: count, received_at: at } = order;
  if (count === null || at === null) throw new Error("the order is not counted");
  const batchId = oneLine(displayBatchId(order));
  const isCorrection = toldBefore !== null && toldBefore !== count;
  const troubles = troublesOf(count, paid, order.package_condition);
  const hasTroubles = troubles.length > 0;
  const [, turnaround, wayBack] = words.next.steps;
  return {
    to: mailAddress(email, full_name),
    subject: `${isCorrection ? "Counted again" : "Received"}: ${figure(count)} of ${cards(paid)} (${batchId})`,
    title: titleOf(count !== paid, hasTroubles),
    batchId,
    counted: isCorrection
      ? `We counted again: ${figure(count)} of ${cards(paid)}, not ${figure(toldBefore)} as we wrote before.`
      : `We counted ${figure(count)} of ${cards(paid)}.`,
    troubles: hasTroubles ? [...troubles, IN_TOUCH] : [],
    details: [
      { label: "Batch ID", value: batchId },
      { label: "Cards paid for", value: figure(paid) },
      { label: "Cards counted", value: figure(count) },
      { label: "Checked in on", value: day.format(new Date(at)) },
    ],
    next: hasTroubles
      ? [
          "We get in touch with you. Your cards stay with us until then.",
          "After that we prepare them for the grading company.",
          wayBack,
        ]
      : ["We prepare your cards for the grading company.", turnaround, wayBack],
    dashboardUrl: is_guest ? null : `${origins.appUrl}${paths.batch(batchId)}`,
    trackUrl,
  };
}

function titleOf(countDiffers: boolean, hasTroubles: boolean): string {
  if (countDiffers) return "Your package is here, but the count differs";
  return hasTroubles ? "Your package is here, but not as it should be" : "Your cards are here";
}

function troublesOf(count: number, paid: number, condition: string | null): string[] {
  const troubles: string[] = [];
  if (count < paid) troubles.push(`That is ${cards(paid - count)} fewer than you paid for.`);
  if (count > paid) troubles.push(`That is ${cards(count - paid)} more than you paid for.`);
  if (condition && condition !== "ok") troubles.push(`${packageCondition(condition)}.`);
  return troubles;
}
