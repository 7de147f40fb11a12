import { publicEnv } from "@/lib/base/env-public";

/**
 * Parses RECEIVING_ADDRESS: "name | label name | street | city | state | postal code | country". The label name is
 * printed on the package, so it should reveal little about the contents.
 */
export function parseReceivingAddress(text: string) {
  const [name = "", labelName = "", line1 = "", city = "", state = "", postalCode = "", country = ""] = text
    .split("|")
    .map((part) => part.trim());
  return { name, labelName, line1, city, state, postalCode, country };
}

export const receivingAddress = parseReceivingAddress(publicEnv.receivingAddress);

const { labelName, line1, city, state, postalCode, country } = receivingAddress;
/** The address as written on a package. Includes the country only outside the US. */
export const receivingLines = [
  labelName,
  line1,
  `${city}, ${state} ${postalCode}`,
  ...(country === "US" ? [] : [country]),
];
