import { cardCount } from "@/lib/base/messages";
import { formatCents, toCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { PrintedOrder, ReturnAddress } from "@/lib/orders/order";

/** Paper sizes by their value in the URL, with the names people choose from. */
export const paperSizes = { "4x6": "4 × 6 in", letter: "Letter", a4: "A4" } as const;
export type PaperSize = keyof typeof paperSizes;

/** Maximum packages per batch. Each one gets its own label. */
export const MAX_PACKAGES = 9;

/** Cards that arrive separately get the label for package 2 of 2. */
export const MISSING_CARDS_LABEL = { packages: 2, only: 2 } as const;

export const MISSING_CARDS_LABEL_TEXT = "Print label “2 of 2”";

/** Returns the path of that label. `track` lets the holder of the tracking link open it. */
export function missingCardsLabelPath(orderId: string, track: string | null): string {
  const { packages, only } = MISSING_CARDS_LABEL;
  return withQuery(paths.label(orderId), {
    packages: String(packages),
    only: String(only),
    track: track ?? undefined,
  });
}

/** Returns the numbers of the packages to print. All of them if `only` exceeds `packages`. */
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

/** What the packing slip says. Null values are filled in by hand. */
export type SlipFacts = ReturnType<typeof slipFacts>;

/** Returns the packing slip's facts. The total is the amount paid, or the fee if that's missing. */
export function slipFacts(order: PrintedOrder) {
  const address = order.return_address ?? {};
  return {
    batchId: displayBatchId(order),
    fullName: address.full_name?.trim() || null,
    email: order.user_email ?? order.guest_email,
    totalPaid: formatCents(toCents(order.total_paid ?? order.grading_fee)),
    cards: cardCount(order.num_cards),
    notes: order.notes?.trim() || null,
    /** Lines below the name. Empty when unknown. */
    returnAddress: addressLines(address),
  };
}

/** The address parts printed on a package. Any may be missing. */
type AddressParts = { [Part in keyof ReturnAddress]?: string | null };

/** Returns an address as lines on an envelope, without the name and empty parts. */
export function addressLines(address: AddressParts): string[] {
  const { address_line1: line1, address_line2: line2, city, state, postal_code: code, country } = address;
  const region = [state, code].filter(Boolean).join(" ");
  return known([line1, line2, [city, region].filter(Boolean).join(", "), country]);
}

export function parcelLines(address: AddressParts): string[] {
  return [...known([address.full_name]), ...addressLines(address)];
}

function known(lines: (string | null | undefined)[]): string[] {
  return lines.map((line) => line?.trim() ?? "").filter((line) => line !== "");
}
