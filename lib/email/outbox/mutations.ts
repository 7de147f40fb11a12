import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/*
 * The outbox. Whatever owes somebody a mail writes a row in the same transaction (SQL, enqueue_*), with a dedupe_key
 * that makes it one mail however often its cause is reported. The job deliver-outbox claims rows that are due for the
 * time of a lease, renders and sends each, and records how it went. A row is sent, retried later, or failed for good
 * 20 hours after its cause, not before the fifth try; a worker that dies gives its rows back when the lease ends.
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

/**
 * Takes at most `limit` mails that are due; until the lease ends nobody else gets them. Exactly one of several
 * workers gets a row.
 */
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
