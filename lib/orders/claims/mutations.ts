import "server-only";
import * as z from "zod/mini";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Emails the claim link to the address of an order that this browser paid for (else 404); at most once an hour. */
export async function enqueueClaimLink(orderId: string, userId: string, guestKey: string) {
  const args = { p_order_id: orderId, p_user_id: userId, p_guest_key: guestKey };
  const schema = z.object({ outcome: z.literal("queued"), email: z.string() });
  return call(serviceClient(), "enqueue_claim_link", args, schema);
}

/** Adds the order of a claim link to an account. Throws 400 once the order has moved since the link was made. */
export async function claimOrder({ orderId, timesLinked }: Claim, userId: string) {
  const args = { p_order_id: orderId, p_user_id: userId, p_times_linked: timesLinked };
  const schema = z.object({ outcome: z.literal("claimed"), batch_id: z.nullable(z.string()) });
  return call(serviceClient(), "claim_order", args, schema);
}

/** Takes a claimed order out of an account again, with the next tracking token in place of that of `generation`. Throws as claimOrder does. */
export async function unclaimOrder(
  { orderId, timesLinked }: Claim,
  userId: string,
  next?: { generation: number | null; tokenHash: string },
) {
  const args = {
    p_order_id: orderId,
    p_user_id: userId,
    p_times_linked: timesLinked,
    p_generation: next?.generation ?? null,
    p_token_hash: next?.tokenHash ?? null,
  };
  const schema = z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("removed") }),
    z.object({ outcome: z.literal("link_needed"), generation: z.nullable(z.number()) }),
  ]);
  return call(serviceClient(), "unclaim_order", args, schema);
}
