import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import {
  type DeskCursor,
  type DeskOrder,
  deskOrderSchema,
  receivingDeskSchema,
} from "@/lib/staff/desk/receiving-desk";

/**
 * Returns the orders that match a code, plus the set-aside list and the packages without a batch, each from its
 * cursor in `place`.
 */
export async function getReceivingDesk(accessToken: string, code: string | null, place: DeskCursor = {}) {
  const args = { code, packages_after: place.package, set_asides_after: place.order };
  return readAsStaff(accessToken, "staff_receiving_desk", args, receivingDeskSchema);
}

/** Returns up to ten orders that match the search. An empty search returns the newest orders to check in. */
export async function listCandidates(accessToken: string, search: string): Promise<DeskOrder[]> {
  const schema = z.object({ orders: z.array(deskOrderSchema) });
  return (await readAsStaff(accessToken, "staff_desk_candidates", { search }, schema)).orders;
}
