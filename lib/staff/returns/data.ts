import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type ReturnDesk, returnDeskSchema } from "@/lib/staff/returns/return-desk";

/** Returns the orders that match a code, those ready to ship back, and the last return shipments. */
export async function getReturnDesk(accessToken: string, code: string | null): Promise<ReturnDesk> {
  return readAsStaff(accessToken, "staff_return_desk", { p_code: code }, returnDeskSchema);
}
