import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import type { DeskCursor } from "@/lib/staff/desk/desk-cursor";
import {
  type DeskOrder,
  deskOrderSchema,
  type ReceivingDesk,
  receivingDeskSchema,
} from "@/lib/staff/desk/receiving-desk";

/** Returns the orders that a code names, what is set aside, and the packages without a batch, each list from `place` on. */
export async function getReceivingDesk(
  accessToken: string,
  code: string | null,
  place: DeskCursor = {},
): Promise<ReceivingDesk> {
  const args = {
    p_code: code,
    p_packages_after: place.package ?? null,
    p_set_asides_after: place.order ?? null,
  };
  return readAsStaff(accessToken, "staff_receiving_desk", args, receivingDeskSchema);
}

/** Returns up to ten orders that a package without a label may belong to. An empty search returns the newest awaited. */
export async function listCandidates(accessToken: string, search: string): Promise<DeskOrder[]> {
  const schema = z.object({ orders: z.array(deskOrderSchema) });
  return (await readAsStaff(accessToken, "staff_desk_candidates", { p_search: search }, schema)).orders;
}
