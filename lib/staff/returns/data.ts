import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type ReturnDesk, returnDeskSchema } from "@/lib/staff/returns/return-desk";

/**
 * Reads the orders that a scanned or typed code names (null: none is looked for), what is ready to go back, and the last
 * parcels. Throws as readAsStaff does.
 */
export async function getReturnDesk(accessToken: string, code: string | null): Promise<ReturnDesk> {
  return readAsStaff(accessToken, "staff_return_desk", { p_code: code }, returnDeskSchema);
}
