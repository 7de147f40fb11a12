import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const outboxRowSchema = z.object({
  id: z.number(),
  dedupe_key: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
});
/** A mail to send, as its cause has written it: what it is about, not what it says. */
export type OutboxRow = z.infer<typeof outboxRowSchema>;

/** Takes mails that are due, for nobody else until the lease ends; a worker that dies gives them back. */
export async function claimOutbox(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
  const args = { p_limit: limit, p_lease_seconds: leaseSeconds };
  return call(serviceClient(), "claim_outbox", args, z.array(outboxRowSchema));
}

const outboxStateSchema = z.enum(["sent", "retry", "failed", "missing"]);
export type OutboxState = z.infer<typeof outboxStateSchema>;

/** Records how it went. With an error the mail is tried again later, and given up 20 hours after its cause. */
export async function finishOutbox(
  id: number,
  result: { messageId: string } | { error: string },
): Promise<OutboxState> {
  const outcome = "error" in result ? { p_error: result.error } : { p_message_id: result.messageId };
  const schema = z.object({ state: outboxStateSchema });
  return (await call(serviceClient(), "finish_outbox", { p_id: id, ...outcome }, schema)).state;
}

/** Writes the confirmation of a paid order to the outbox; `queued` false: it was there already. */
export async function enqueueOrderConfirmation(orderId: string): Promise<{ queued: boolean }> {
  const schema = z.object({ queued: z.boolean() });
  return call(serviceClient(), "enqueue_order_confirmation", { p_order_id: orderId }, schema);
}
