import "server-only";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** Notes a delivery of the payment service; `processed` when its work is done already. */
export async function recordStripeEvent(event: {
  id: string;
  type: string;
  objectId: string;
  livemode: boolean;
}): Promise<{ processed: boolean }> {
  const result = await serviceClient().rpc("record_stripe_event", {
    p_event_id: event.id,
    p_type: event.type,
    p_object_id: event.objectId,
    p_livemode: event.livemode,
  });
  return unwrap(result) as { processed: boolean };
}

/** Closes a delivery's entry: as done, or with the error that lets the reconcile job work it again. */
export async function finishStripeEvent(eventId: string, error: string | null): Promise<void> {
  unwrap(
    await serviceClient().rpc("finish_stripe_event", { p_event_id: eventId, p_error: error ?? undefined }),
  );
}
