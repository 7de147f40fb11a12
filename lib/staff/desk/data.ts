import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type ReceivingDesk, receivingDeskSchema } from "@/lib/staff/desk/receiving-desk";

/** Reads what a scanned or typed code names (prefix, dashes and case do not matter), and the unmatched packages. */
export async function getReceivingDesk(accessToken: string, code: string | null): Promise<ReceivingDesk> {
  return readAsStaff(accessToken, "staff_receiving_desk", { p_code: code }, receivingDeskSchema);
}
