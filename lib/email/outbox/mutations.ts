import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * SQL queues an email in the transaction of its cause, once per dedupe_key. The deliver-outbox job claims due rows
 * for a lease, sends them, and records the outcome: sent, retried, or failed 20 hours after the cause.
 */

const outboxRowSchema = z.object({
  id: z.number(),
  dedupe_key: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
});

/** An email to send, without its text. `attempts` includes the current one. */
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** Claims up to `limit` due emails. Other workers don't get them until the lease ends. */
export async function claimOutbox(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
  const args = { limit, lease_seconds: leaseSeconds };
  return call(serviceClient(), "claim_outbox", args, z.array(outboxRowSchema));
}

const outboxStateSchema = z.enum(["sent", "retry", "failed", "missing"]);

/** Records a sent email or an error, which is retried later. Returns the row's state ("missing": deleted). */
export async function finishOutbox(id: number, result: { messageId: string } | { error: string }) {
  const outcome = "error" in result ? { error: result.error } : { message_id: result.messageId };
  const schema = z.object({ state: outboxStateSchema });
  return (await call(serviceClient(), "finish_outbox", { id, ...outcome }, schema)).state;
}

/** Queues the confirmation of a paid order. `queued` is false if it is already in the outbox, sent or not. */
export async function enqueueOrderConfirmation(orderId: string): Promise<{ queued: boolean }> {
  const schema = z.object({ queued: z.boolean() });
  return call(serviceClient(), "enqueue_order_confirmation", { order_id: orderId }, schema);
}
