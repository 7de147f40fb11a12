import "server-only";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";
import type { Viewer } from "@/lib/orders/viewer";

/** Who decides: the order's account, the browser that placed it, or whoever has its tracking link (`tokenHash`). */
export type Decider = Viewer & { tokenHash: string | null };

/** Answers who decides: the caller, and by the token of a tracking link whoever has that. */
export function deciderOf({ userId, guestKey }: Viewer, token: string | undefined): Decider {
  return { userId, guestKey, tokenHash: token ? trackingTokenHash(token) : null };
}

/** Names a decider as the functions of the database that ask private.may_decide take one. */
export function deciderArguments({ userId, guestKey, tokenHash }: Decider) {
  return { p_user_id: userId, p_guest_key: guestKey, p_token_hash: tokenHash };
}

/** Answers the path that a payment page leads back to: the tracking page of who came by its link, else the dashboard. */
export function returnPathOf(id: string, place: { trackPath: string | null; batchPath: string }): string {
  const { trackPath, batchPath } = place;
  return trackPath ? `${trackPath}?paid=${id}` : `${batchPath}&paid=${id}`;
}
