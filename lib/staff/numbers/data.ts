import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type Numbers, numbersSchema } from "@/lib/staff/numbers/schema";

/** Reads the last thirteen weeks, and what is open now. Throws as readAsStaff does. */
export async function getNumbers(accessToken: string): Promise<Numbers> {
  return readAsStaff(accessToken, "staff_numbers", {}, numbersSchema);
}
