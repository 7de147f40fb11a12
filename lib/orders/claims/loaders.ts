import "server-only";
import { loadGuestKey } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { readClaimLink } from "@/lib/orders/claims/claim-link";
import { type Claims, claimsFrom } from "@/lib/orders/claims/claim-offer";
import { listClaimableOrders } from "@/lib/orders/claims/data";

/**
 * Loads which guest batches the person may add to their account: those paid for in this browser, and that of the claim link
 * they opened. A failure is logged and offers nothing, so the dashboard still opens.
 */
export async function loadClaims(userId: string, link: string | undefined): Promise<Claims> {
  const guestKey = await loadGuestKey();
  const claim = readClaimLink(link);
  if (!guestKey && !claim) return claimsFrom({ own_batch: null, orders: [] }, link);
  try {
    return claimsFrom(await listClaimableOrders(userId, guestKey, claim), link);
  } catch (error) {
    log.error("dashboard.claims", error);
    return { offers: [], ownBatch: null, isLinkRefused: false };
  }
}
