import { cardCount } from "@/lib/base/messages";
import { formatCents, toCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { addressLines } from "@/lib/orders/address-lines";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder } from "@/lib/orders/order";

/** Paper sizes by their value in the URL, with the labels people choose from. */
export const paperSizes = { "4x6": "4 × 6 in", letter: "Letter", a4: "A4" } as const;
export type PaperSize = keyof typeof paperSizes;

/** The most packages one batch can be sent in. Each gets its own label. */
export const MAX_PACKAGES = 9;

/** How many days the links in an email open label and slip without signing in. */
export const PRINT_LINK_DAYS = 30;

/** Cards that arrive separately get the label of the second package of two. */
export const MISSING_CARDS_LABEL = { packages: 2, only: 2 } as const;

export const MISSING_CARDS_LABEL_TEXT = "Print label “2 of 2”";

/** Returns the path of that label; `track` opens it for the holder of the tracking link. */
export function missingCardsLabelPath(orderId: string, track: string | null): string {
  const { packages, only } = MISSING_CARDS_LABEL;
  return withQuery(paths.label(orderId), {
    packages: String(packages),
    only: String(only),
    track: track ?? undefined,
  });
}

/** Returns the numbers of the packages to print. An `only` beyond the last prints all of them. */
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

/** What the packing slip says. Null values are written by hand. */
export type SlipFacts = ReturnType<typeof slipFacts>;

/** Returns the slip's facts. The total is the amount paid, or else the fee. */
export function slipFacts(order: PrintedOrder) {
  const address = order.return_address ?? {};
  return {
    batchId: displayBatchId(order),
    fullName: address.full_name?.trim() || null,
    email: order.user_email ?? order.guest_email,
    totalPaid: formatCents(toCents(order.total_paid ?? order.grading_fee)),
    cards: cardCount(order.num_cards),
    notes: order.notes?.trim() || null,
    /** Lines below the name; empty when unknown. */
    returnAddress: addressLines(address),
  };
}
