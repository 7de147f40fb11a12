import "server-only";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** A mail to send, as its cause has written it: what it is about, not what it says. */
export type OutboxRow = {
  id: number;
  dedupe_key: string;
  kind: string;
  payload: unknown;
  attempts: number;
};

/** Takes mails that are due, for nobody else until the lease ends; a worker that dies gives them back. */
export async function claimOutbox(limit: number, leaseSeconds: number): Promise<OutboxRow[]> {
  const result = await serviceClient().rpc("claim_outbox", {
    p_limit: limit,
    p_lease_seconds: leaseSeconds,
  });
  return unwrap(result) as unknown as OutboxRow[];
}

export type OutboxState = "sent" | "retry" | "failed" | "missing";

/** Records how it went. With an error the mail is tried again later, and given up 20 hours after its cause. */
export async function finishOutbox(
  id: number,
  result: { messageId: string } | { error: string },
): Promise<OutboxState> {
  const outcome = "error" in result ? { p_error: result.error } : { p_message_id: result.messageId };
  const answer = await serviceClient().rpc("finish_outbox", { p_id: id, ...outcome });
  return (unwrap(answer) as { state: OutboxState }).state;
}

/** Writes the confirmation of a paid order to the outbox; `queued` false: it was there already. */
export async function enqueueOrderConfirmation(orderId: string): Promise<{ queued: boolean }> {
  const result = await serviceClient().rpc("enqueue_order_confirmation", { p_order_id: orderId });
  return unwrap(result) as { queued: boolean };
}
