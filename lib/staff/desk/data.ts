import "server-only";
import * as z from "zod/mini";
import { readAsStaff } from "@/lib/staff/data";
import type { DeskPlace } from "@/lib/staff/desk/desk-place";
import {
  type DeskOrder,
  deskOrderSchema,
  type ReceivingDesk,
  receivingDeskSchema,
} from "@/lib/staff/desk/receiving-desk";

/**
 * Reads the orders that a scanned or typed code names (prefix, dashes and case do not matter; null: none is looked
 * for), what is set aside, and the packages without a batch, each list from `place` on. Throws as readAsStaff does.
 */
export async function getReceivingDesk(
  accessToken: string,
  code: string | null,
  place: DeskPlace = {},
): Promise<ReceivingDesk> {
  const args = {
    p_code: code,
    p_packages_after: place.package ?? null,
    p_set_asides_after: place.order ?? null,
  };
  return readAsStaff(accessToken, "staff_receiving_desk", args, receivingDeskSchema);
}

/**
 * Reads whose a package without a batch id may be, by words of a name, an address, a postal code, a tracking number or a
 * batch id; first those that are paid and not here yet. "" reads the newest that are awaited. Up to ten. Throws as
 * readAsStaff does.
 */
export async function listCandidates(accessToken: string, search: string): Promise<DeskOrder[]> {
  const schema = z.object({ orders: z.array(deskOrderSchema) });
  return (await readAsStaff(accessToken, "staff_desk_candidates", { p_search: search }, schema)).orders;
}
