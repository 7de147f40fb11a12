import "server-only";
import * as z from "zod/mini";
import { type Caller, requireValidSession } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { uuidSchema } from "@/lib/base/uuid";
import { displayBatchId } from "@/lib/orders/batch-id";
import { claimOrder, enqueueClaimLink, unclaimOrder } from "@/lib/orders/mutations";
import { maskEmail } from "@/lib/orders/order";
import { readClaimLink, readUnclaimLink } from "@/lib/orders/signed-links";
import { trackingHashOf } from "@/lib/orders/tracking/tracking-link";

const link = z.string().check(z.maxLength(300));

/**
 * Body of POST /api/orders/claim. request: email the link. redeem: add the link's batch. undo: remove the batch from
 * the account.
 */
export const claimChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("request"), order_id: uuidSchema }),
  z.object({ action: z.literal("redeem"), link }),
  z.object({ action: z.literal("undo"), link }),
]);

type ClaimChanged = { sentTo: string | null } | { batchId: string } | { isRemoved: true };

/**
 * Moves a guest's order into or out of an account, or emails the link that does. Throws 401 for a visitor who wants
 * to add an order, 404 for an order that this browser didn't pay for, and 400 for a link that is used, expired or not
 * ours.
 */
export async function changeClaim(
  change: z.infer<typeof claimChangeSchema>,
  { accessToken, guestKey }: Pick<Caller, "accessToken" | "guestKey">,
): Promise<ClaimChanged> {
  // The link is proof enough, so no one has to log in to get their own batch back.
  if (change.action === "undo") return undoClaim(change.link);
  if (!accessToken) throw new AppError("sign_in_required");
  const { userId } = await requireValidSession(accessToken);
  if (change.action === "request") {
    if (!guestKey) throw new AppError("not_found");
    const { email } = await enqueueClaimLink(change.order_id, userId, guestKey);
    return { sentTo: maskEmail(email) };
  }
  const claim = readClaimLink(change.link);
  if (!claim) throw new AppError("claim_refused");
  const { batch_id } = await claimOrder(claim, userId);
  return { batchId: displayBatchId({ id: claim.orderId, batch_id }) };
}

async function undoClaim(link: string): Promise<ClaimChanged> {
  const claim = readUnclaimLink(link);
  if (!claim) throw new AppError("claim_refused");
  const { orderId, userId } = claim;
  let answer = await unclaimOrder(claim, userId);
  if (answer.outcome === "link_needed") {
    const { generation } = answer;
    answer = await unclaimOrder(claim, userId, {
      generation,
      token_hash: trackingHashOf(orderId, (generation ?? 0) + 1),
    });
  }
  if (answer.outcome !== "removed") throw new AppError("claim_refused");
  return { isRemoved: true };
}
