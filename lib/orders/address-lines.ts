import type { ReturnAddress } from "@/lib/orders/order";

/** The parts of an address that stand on a parcel; any may be missing. */
type AddressParts = { [Part in keyof ReturnAddress]?: string | null };

/** Returns the lines of an address as on an envelope, without the name and empty parts. */
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
