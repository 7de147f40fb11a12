import "server-only";
import * as z from "zod/mini";
import { trackingLinkSchema } from "@/lib/orders/schema";
import { type ShownTrackingLink, shown, trackingHashOf } from "@/lib/orders/tracking/tracking-link";
import type { Viewer } from "@/lib/orders/viewer";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads the result of replace_tracking_link. stale: another tab was quicker, and `link` is the one it left. */
export const replacedLinkSchema = z.object({
  outcome: z.enum(["replaced", "stale"]),
  link: trackingLinkSchema,
});

/**
 * Ends or replaces the tracking link that an order's owner saw (`generation`, 0 for none). Returns the link as it is now; when another
 * tab was quicker, as that tab left it. Throws 404 for everyone else.
 */
export async function replaceTrackingLink(
  orderId: string,
  { userId, guestKey }: Viewer,
  { action, generation }: { action: "revoke" | "renew"; generation: number },
): Promise<ShownTrackingLink> {
  const args = {
    p_order_id: orderId,
    p_user_id: userId,
    p_guest_key: guestKey,
    p_generation: generation,
    p_token_hash: action === "renew" ? trackingHashOf(orderId, generation + 1) : null,
  };
  return shown((await call(serviceClient(), "replace_tracking_link", args, replacedLinkSchema)).link);
}

/** Reads the result of enqueue_tracking_link. mailed_before: within the last ten minutes. */
export const enqueuedLinkSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["queued", "mailed_before", "not_found"]) }),
  z.object({ outcome: z.literal("link_needed"), order_id: z.string() }),
]);

/**
 * Queues the email with the tracking link of the paid order that has this batch ID (as readTypedBatchId reads it) and this address,
 * once in ten minutes. An order without a link gets its first one. Returns whether there is an email to deliver, which nobody who asks
 * may learn.
 */
export async function enqueueTrackingLink({ batch, email }: { batch: string; email: string }) {
  const ask = (first: { p_order_id?: string; p_token_hash?: string }) =>
    call(
      serviceClient(),
      "enqueue_tracking_link",
      { p_batch: batch, p_email: email, ...first },
      enqueuedLinkSchema,
    );
  let answer = await ask({});
  if (answer.outcome === "link_needed") {
    const id = answer.order_id;
    answer = await ask({ p_order_id: id, p_token_hash: trackingHashOf(id, 1) });
  }
  return answer.outcome === "queued";
}
