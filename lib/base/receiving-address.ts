import { publicEnv } from "@/lib/base/env-public";

/** Where collectors send their packages. */
export type ReceivingAddress = {
  name: string;
  /** Stands on the outside of a package, where less should be said of what is inside. */
  labelName: string;
  line1: string;
  city: string;
  state: string;
  postalCode: string;
  /** Two letters (ISO 3166). */
  country: string;
};

/** Reads RECEIVING_ADDRESS: "name | name on the label | street | city | state | postal code | country". */
export function parseReceivingAddress(text: string): ReceivingAddress {
  const [name = "", labelName = "", line1 = "", city = "", state = "", postalCode = "", country = ""] = text
    .split("|")
    .map((part) => part.trim());
  return { name, labelName, line1, city, state, postalCode, country };
}

/** Holds where collectors send their packages. Nothing else writes it. */
export const receivingAddress = parseReceivingAddress(publicEnv.receivingAddress);
