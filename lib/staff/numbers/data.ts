import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type Numbers, numbersSchema } from "@/lib/staff/numbers/schema";

export async function getNumbers(accessToken: string): Promise<Numbers> {
  return readAsStaff(accessToken, "staff_numbers", {}, numbersSchema);
}
