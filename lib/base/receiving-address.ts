import { publicEnv } from "@/lib/base/env-public";

/**
 * Parses RECEIVING_ADDRESS: "name | label name | street | city | state | postal code | country". The label name is printed on the
 * package, where it should say little about the contents.
 */
export function parseReceivingAddress(text: string) {
  const [name = "", labelName = "", line1 = "", city = "", state = "", postalCode = "", country = ""] = text
    .split("|")
    .map((part) => part.trim());
  return { name, labelName, line1, city, state, postalCode, country };
}

export const receivingAddress = parseReceivingAddress(publicEnv.receivingAddress);

const { labelName, line1, city, state, postalCode, country } = receivingAddress;
/** The address as people write it on a box; the country only where it isn't the US. */
export const receivingLines = [
  labelName,
  line1,
  `${city}, ${state} ${postalCode}`,
  ...(country === "US" ? [] : [country]),
];
