import { formatCents, toCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { cardCount } from "@/lib/base/words";
import { addressLines } from "@/lib/orders/address-lines";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";

/** Names the papers that label and slip are made for: the value in the address, and the choice as people read it. */
export const paperSizes = { "4x6": "4 × 6 in", letter: "Letter", a4: "A4" } as const;
/** A paper as the address names it. */
export type PaperSize = keyof typeof paperSizes;

/** The most packages one batch may be sent in; each gets a label of its own. */
export const MAX_PACKAGES = 9;

/** For how many days the links of a mail open label and slip without signing in. */
export const PRINT_LINK_DAYS = 30;

/** Says which label the rest of a batch gets: that of its second package of two. */
export const REST_LABEL = { packages: 2, only: 2 } as const;

/** Names the way to it on a button. */
export const REST_LABEL_NAME = 'Print label "2 of 2"';

/** Gives the address of the label for the rest of a batch; with the token of its tracking link, for that link's holder. */
export function restLabelPath(orderId: string, track: string | null): string {
  const { packages, only } = REST_LABEL;
  return withQuery(paths.label(orderId), {
    packages: String(packages),
    only: String(only),
    track: track ?? undefined,
  });
}

/** Lists the numbers of the packages whose labels are printed. One beyond the last is asked for in vain: all are. */
export function printedPackages({
  packages,
  only,
}: {
  packages: number;
  only?: number | undefined;
}): number[] {
  const all = Array.from({ length: packages }, (_, index) => index + 1);
  return only && only <= packages ? [only] : all;
}

/** All that the slip inside the package says; null where it is to be written by hand. */
export type SlipFacts = {
  batchId: string;
  fullName: string | null;
  email: string | null;
  totalPaid: string;
  /** "12 cards". */
  cards: string;
  notes: string | null;
  /** Lines below the name; empty when none is known. */
  returnAddress: string[];
};

/** Collects what the slip of a paid order says; the total is what was paid, else the fee. */
export function slipFacts(order: PrintedOrder): SlipFacts {
  const address = order.return_address ?? {};
  const count = order.num_cards;
  return {
    batchId: displayBatchId(order),
    fullName: address.full_name?.trim() || null,
    email: order.user_email ?? order.guest_email,
    totalPaid: formatCents(toCents(order.total_paid ?? order.grading_fee)),
    cards: cardCount(count),
    notes: order.notes?.trim() || null,
    returnAddress: addressLines(address),
  };
}
