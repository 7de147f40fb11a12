import "server-only";
import type * as z from "zod/mini";
import { AppError } from "@/lib/base/errors";
import { displayBatchId } from "@/lib/orders/batch-id";
import { readClaimLink, readUnclaimLink } from "@/lib/orders/claims/claim-link";
import { claimOrder, enqueueClaimLink, unclaimOrder } from "@/lib/orders/claims/mutations";
import type { claimChangeSchema } from "@/lib/orders/claims/schema";
import { maskEmail } from "@/lib/orders/confirmation/confirmation";
import type { Viewer } from "@/lib/orders/viewer";

const REFUSED = "This link has expired or was already used. Email us if a batch is in the wrong account.";

type ClaimChanged = { sentTo: string | null } | { batchId: string } | { isRemoved: true };

/**
 * Moves a guest's order into or out of an account, or emails the link that does. Throws 401 for a visitor who wants an
 * order added, 404 for an order that this browser didn't pay for, and 400 for a link that is used, expired or not ours.
 */
export async function changeClaim(
  change: z.infer<typeof claimChangeSchema>,
  { userId, guestKey }: Pick<Viewer, "userId" | "guestKey">,
): Promise<ClaimChanged> {
  if (change.action === "undo") {
    const unclaim = readUnclaimLink(change.link);
    const removed = unclaim && (await unclaimOrder(unclaim.orderId, unclaim.userId));
    if (removed?.outcome !== "removed") throw new AppError("link_refused", { text: REFUSED });
    return { isRemoved: true };
  }
  if (!userId) throw new AppError("sign_in_required");
  if (change.action === "request") {
    const asked = guestKey && (await enqueueClaimLink(change.order_id, userId, guestKey));
    if (!asked || asked.outcome === "not_found") throw new AppError("not_found");
    return { sentTo: maskEmail(asked.email) };
  }
  const claim = readClaimLink(change.link);
  const claimed = claim && (await claimOrder(claim, userId));
  if (claimed?.outcome !== "claimed") throw new AppError("link_refused", { text: REFUSED });
  return { batchId: displayBatchId({ id: claim?.orderId ?? "", batch_id: claimed.batch_id }) };
}
