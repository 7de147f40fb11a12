import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type Numbers, numbersSchema } from "@/lib/staff/numbers/schema";
import { SHOWN_DAYS } from "@/lib/staff/numbers/span";

/** Reads the sums of the days that the page shows. Throws as readAsStaff does. */
export async function getNumbers(accessToken: string): Promise<Numbers> {
  return readAsStaff(accessToken, "staff_numbers", { p_days: SHOWN_DAYS }, numbersSchema);
}
