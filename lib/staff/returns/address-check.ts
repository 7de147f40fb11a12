import type { ReturnAddress } from "@/lib/orders/order";

/** The parts of an address that a parcel needs, in the order in which they stand on it. */
const PARTS = [
  ["full_name", "Name"],
  ["address_line1", "Street"],
  ["address_line2", "Second line"],
  ["city", "City"],
  ["state", "State"],
  ["postal_code", "Postal code"],
  ["country", "Country"],
] as const;

type Part = (typeof PARTS)[number][0];
type AddressLike = Partial<Record<Part, string | null | undefined>>;

/** A part of an address, as the order has it and as the profile has it now; "" where there is none. */
export type AddressPart = { label: string; ofOrder: string; ofProfile: string; differs: boolean };

/** The addresses of an order and of its owner's profile beside each other. */
export type AddressCheck = {
  /** Those that either of the two has. */
  parts: AddressPart[];
  /** agree: the same, or only one is known. differ: the owner may have moved. none: there is no address at all. */
  verdict: "agree" | "differ" | "none";
};

const plain = (value: string) =>
  value
    .toLowerCase()
    .replaceAll(/[\s.,]+/g, " ")
    .trim();

/**
 * Compares the address that an order was paid with and that of its owner's profile, part by part; case, spaces, commas and
 * full stops are no difference. A profile without a street has no address: every new one has a country.
 */
export function checkAddress(ofOrder: ReturnAddress | null, ofProfile: AddressLike | null): AddressCheck {
  const order: AddressLike = ofOrder ?? {};
  const profile: AddressLike = ofProfile?.address_line1 ? ofProfile : {};
  const hasOrder = Boolean(order.address_line1?.trim());
  const hasBoth = hasOrder && Boolean(profile.address_line1);
  const parts = PARTS.map(([part, label]) => {
    const [mine, theirs] = [order[part]?.trim() ?? "", profile[part]?.trim() ?? ""];
    return { label, ofOrder: mine, ofProfile: theirs, differs: hasBoth && plain(mine) !== plain(theirs) };
  }).filter(({ ofOrder: mine, ofProfile: theirs }) => mine !== "" || theirs !== "");
  const verdict = parts.some(({ differs }) => differs)
    ? "differ"
    : hasOrder || profile.address_line1
      ? "agree"
      : "none";
  return { parts, verdict };
}
