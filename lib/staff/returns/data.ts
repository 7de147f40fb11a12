import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type ReturnDesk, returnDeskSchema } from "@/lib/staff/returns/return-desk";

export async function getReturnDesk(accessToken: string, code: string | null): Promise<ReturnDesk> {
  return readAsStaff(accessToken, "staff_return_desk", { p_code: code }, returnDeskSchema);
}
