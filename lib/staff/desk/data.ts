import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type ReceivingDesk, receivingDeskSchema } from "@/lib/staff/desk/receiving-desk";

/**
 * Reads the orders that a scanned or typed code names (prefix, dashes and case do not matter; null: none is looked
 * for), and the packages without a batch. Throws as readAsStaff does.
 */
export async function getReceivingDesk(accessToken: string, code: string | null): Promise<ReceivingDesk> {
  return readAsStaff(accessToken, "staff_receiving_desk", { p_code: code }, receivingDeskSchema);
}
