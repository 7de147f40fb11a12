import "server-only";
import * as z from "zod/mini";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Emails the claim link to the address of an order that this browser paid for; at most once an hour. */
export async function enqueueClaimLink(orderId: string, userId: string, guestKey: string) {
  const args = { p_order_id: orderId, p_user_id: userId, p_guest_key: guestKey };
  const schema = z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("queued"), email: z.string() }),
    z.object({ outcome: z.literal("not_found") }),
  ]);
  return call(serviceClient(), "enqueue_claim_link", args, schema);
}

/** Adds the order of a claim link to an account. */
export async function claimOrder({ orderId, timesLinked }: Claim, userId: string) {
  const args = { p_order_id: orderId, p_user_id: userId, p_times_linked: timesLinked };
  const schema = z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("claimed"), batch_id: z.nullable(z.string()) }),
    z.object({ outcome: z.literal("link_refused") }),
  ]);
  return call(serviceClient(), "claim_order", args, schema);
}

/** Takes a claimed order out of an account again, with the next tracking token in place of that of `generation`. */
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
    z.object({ outcome: z.enum(["removed", "link_refused"]) }),
    z.object({ outcome: z.literal("link_needed"), generation: z.nullable(z.number()) }),
  ]);
  return call(serviceClient(), "unclaim_order", args, schema);
}
