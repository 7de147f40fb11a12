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
/** Holds a mail to send as its cause has written it: what it is about, not what it says. `attempts` counts this one. */
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** Claims up to `limit` due emails. Nobody else gets them until the lease ends. */
export async function claimOutbox(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
  const args = { p_limit: limit, p_lease_seconds: leaseSeconds };
  return call(serviceClient(), "claim_outbox", args, z.array(outboxRowSchema));
}

const outboxStateSchema = z.enum(["sent", "retry", "failed", "missing"]);

/** Tells what became of a row: "missing" is one that has been deleted meanwhile. */
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** Records that a mail was sent, or why not, and answers the row's state. With an error it is tried again later. */
export async function finishOutbox(
  id: number,
  result: { messageId: string } | { error: string },
): Promise<OutboxState> {
  const outcome = "error" in result ? { p_error: result.error } : { p_message_id: result.messageId };
  const schema = z.object({ state: outboxStateSchema });
  return (await call(serviceClient(), "finish_outbox", { p_id: id, ...outcome }, schema)).state;
}

/** Writes the confirmation of a paid order to the outbox. `queued` is false when it was there already, sent or not. */
export async function enqueueOrderConfirmation(orderId: string): Promise<{ queued: boolean }> {
  const schema = z.object({ queued: z.boolean() });
  return call(serviceClient(), "enqueue_order_confirmation", { p_order_id: orderId }, schema);
}
