import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * SQL queues an email in the transaction of its cause, with a dedupe_key that makes it one. The job deliver-outbox claims due
 * rows for a lease, sends them, and records the outcome: sent, retried, or failed 20 hours after the cause.
 */

const outboxRowSchema = z.object({
  id: z.number(),
  dedupe_key: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
});

/** An email to send: what it is about, not its text. `attempts` includes this one. */
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** Claims up to `limit` due emails. No other worker gets them until the lease ends. */
export async function claimOutbox(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
  const args = { p_limit: limit, p_lease_seconds: leaseSeconds };
  return call(serviceClient(), "claim_outbox", args, z.array(outboxRowSchema));
}

const outboxStateSchema = z.enum(["sent", "retry", "failed", "missing"]);

/** Records that an email was sent, or the error, and returns the row's state. With an error it is retried later; "missing": deleted. */
export async function finishOutbox(id: number, result: { messageId: string } | { error: string }) {
  const outcome = "error" in result ? { p_error: result.error } : { p_message_id: result.messageId };
  const schema = z.object({ state: outboxStateSchema });
  return (await call(serviceClient(), "finish_outbox", { p_id: id, ...outcome }, schema)).state;
}

/** Queues the confirmation of a paid order. `queued` is false when it is in the outbox already, sent or not. */
export async function enqueueOrderConfirmation(orderId: string): Promise<{ queued: boolean }> {
  const schema = z.object({ queued: z.boolean() });
  return call(serviceClient(), "enqueue_order_confirmation", { p_order_id: orderId }, schema);
}
