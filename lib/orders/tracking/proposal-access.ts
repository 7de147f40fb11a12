import "server-only";
import { AppError } from "@/lib/base/errors";
import { getTrackedOrder } from "@/lib/orders/data";
import type { Viewer } from "@/lib/orders/order";
import { TRACKED } from "@/lib/orders/schema";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/** Who decides: the order's account, the browser that placed it, or anyone with its tracking link (`tokenHash`). */
export type ProposalAccess = Viewer & { tokenHash: string | null };

/** Returns the caller's access, including that of a tracking link's token. */
export function proposalAccessOf({ userId, guestKey }: Viewer, token: string | undefined): ProposalAccess {
  return { userId, guestKey, tokenHash: token ? trackingTokenHash(token) : null };
}

/** Maps a decider to the arguments of SQL functions that call private.may_decide. */
export function proposalAccessArguments({ userId, guestKey, tokenHash }: ProposalAccess) {
  return { user_id: userId, guest_key: guestKey, token_hash: tokenHash };
}

/**
 * Returns the order that a URL names or, for TRACKED, the tracking link's order, with the caller's access. The
 * database decides what the caller may do. Throws 404 for TRACKED without a working link.
 */
export async function proveOrder(
  named: string,
  who: Viewer,
  token: string | undefined,
): Promise<{ orderId: string; decider: ProposalAccess }> {
  const decider = proposalAccessOf(who, token);
  if (named !== TRACKED) return { orderId: named, decider };
  const order = decider.tokenHash && (await getTrackedOrder(decider.tokenHash));
  if (!order) throw new AppError("not_found");
  return { orderId: order.id, decider };
}

/**
 * Returns the path that Stripe redirects back to: the tracking page for anyone who came by its link, otherwise the
 * dashboard.
 */
export function returnPathOf(id: string, place: { trackPath: string | null; batchPath: string }): string {
  const { trackPath, batchPath } = place;
  return trackPath ? `${trackPath}?paid=${id}` : `${batchPath}&paid=${id}`;
}
