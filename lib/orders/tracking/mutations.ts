import "server-only";
import * as z from "zod/mini";
import { trackingLinkSchema } from "@/lib/orders/schema";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads what replace_tracking_link answers. stale: another tab was quicker, and `link` is the one it left. */
export const replacedLinkSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["replaced", "stale"]), link: trackingLinkSchema }),
  z.object({ outcome: z.literal("not_found") }),
]);

/**
 * Ends an order's tracking link (`tokenHash` null) or puts the next generation's in its place, for its owner alone:
 * everybody else gets `not_found`. `generation` is the one the owner saw, 0 for none.
 */
export async function replaceTrackingLink(input: {
  orderId: string;
  userId: string | null;
  guestKey: string | null;
  generation: number;
  tokenHash: string | null;
}): Promise<z.infer<typeof replacedLinkSchema>> {
  const args = {
    p_order_id: input.orderId,
    p_user_id: input.userId,
    p_guest_key: input.guestKey,
    p_generation: input.generation,
    p_token_hash: input.tokenHash,
  };
  return call(serviceClient(), "replace_tracking_link", args, replacedLinkSchema);
}

/** Reads what enqueue_tracking_link answers. mailed_before: within the last ten minutes. */
export const enqueuedLinkSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["queued", "mailed_before", "not_found"]) }),
  z.object({ outcome: z.literal("link_needed"), order_id: z.string() }),
]);

/**
 * Owes the mail with the tracking link of the paid order that has this batch id (as readTypedBatchId reads it) and this
 * address, once in ten minutes. `link_needed`: it has no link yet, and gets one when asked again with `first`, the hash of
 * that order's first token.
 */
export async function enqueueTrackingLink(
  asked: { batch: string; email: string },
  first: { orderId: string; tokenHash: string } | null = null,
): Promise<z.infer<typeof enqueuedLinkSchema>> {
  const args = {
    p_batch: asked.batch,
    p_email: asked.email,
    p_order_id: first?.orderId ?? null,
    p_token_hash: first?.tokenHash ?? null,
  };
  return call(serviceClient(), "enqueue_tracking_link", args, enqueuedLinkSchema);
}
