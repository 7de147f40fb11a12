import { formatCents, toCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import type { OrderForEmail } from "@/lib/email/outbox/data";
import {
  allowedUrl,
  cleanLines,
  type MailOrigins,
  mailAddress,
  oneLine,
} from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ReturnAddress } from "@/lib/orders/order";
import { addressLines } from "@/lib/orders/print/print";

/** All that the confirmation of an order says, in the words of its text and HTML part. */
export type OrderConfirmationFacts = {
  to: { address: string; name: string };
  subject: string;
  batchId: string;
  orderType: string;
  /** "12 cards". */
  cards: string;
  rate: string;
  total: string;
  /** How the total came about: "12 × $25.00". */
  sum: string;
  paidOn: string;
  notes: string[];
  receiptUrl: string | null;
  isGuest: boolean;
  /** The dashboard, or for guests where they make an account. */
  accountUrl: string;
  /** Where the cards travel back to, with the name; empty when no address is known. */
  returnAddress: string[];
  links: OrderMailLinks;
};

/** Pages of this order that the mail opens without signing in. */
export type OrderMailLinks = {
  /** Null when its owner has ended it. */
  trackUrl: string | null;
  labelUrl: string;
  slipUrl: string;
  /** For how many days label and slip open. */
  printDays: number;
};

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The facts of a paid order. Throws when it is not paid (any more) or nobody can be written to. */
export function orderConfirmationFacts(
  { order, email, full_name, is_guest }: OrderForEmail,
  origins: MailOrigins,
  links: OrderMailLinks,
): OrderConfirmationFacts {
  if (order.payment_status !== "paid") throw new Error(`the order is ${order.payment_status}, not paid`);
  const batchId = oneLine(displayBatchId(order));
  const cards = `${order.num_cards.toLocaleString("en-US")} ${order.num_cards === 1 ? "card" : "cards"}`;
  const rate = formatCents(order.rate_cents);
  const total = formatCents(toCents(order.total_paid ?? order.grading_fee));
  return {
    to: mailAddress(email, full_name),
    subject: `Payment received: ${batchId} (${cards})`,
    batchId,
    orderType: plans[order.plan_type].label,
    cards,
    rate,
    total,
    sum: `${order.num_cards.toLocaleString("en-US")} × ${rate}`,
    paidOn: day.format(new Date(order.paid_at ?? order.submitted_at)),
    notes: order.notes?.trim() ? cleanLines(order.notes) : [],
    receiptUrl: allowedUrl(order.receipt_url, origins.receiptOrigin),
    isGuest: is_guest,
    accountUrl: `${origins.appUrl}${is_guest ? paths.signup : paths.dashboard}`,
    returnAddress: returnAddressOf(order.return_address),
    links,
  };
}

function returnAddressOf(address: ReturnAddress | null): string[] {
  if (!address) return [];
  return [address.full_name ?? "", ...addressLines(address)].map(oneLine).filter((line) => line !== "");
}
