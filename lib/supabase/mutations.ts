import "server-only";
import * as z from "zod/mini";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Returns a sequence number to fetch before reading Stripe, so that a stale read never overwrites a newer one. */
export async function nextReadFence(): Promise<number> {
  return call(serviceClient(), "next_read_fence", {}, z.number());
}

/** Alerts staff. Returns false if an email about the same subject was sent within the last hour. */
export async function alertStaff(
  work: "lost" | "sign_in",
  items: { name: string; about: string }[],
  withMail: boolean,
): Promise<boolean> {
  const args = { work, items, with_mail: withMail };
  return call(serviceClient(), "alert_staff", args, z.boolean());
}

/**
 * Records a Stripe event. `processed` is true if it was processed before. With `isOwn` it is work of ours in the same form: the
 * reconcile job does it unless it is finished. Recorded again it is open again; if it is open, nothing changes.
 */
export async function recordStripeEvent(
  event: { id: string; type: string; objectId: string; livemode: boolean },
  isOwn = false,
): Promise<{ processed: boolean }> {
  const args = {
    event_id: event.id,
    type: event.type,
    object_id: event.objectId,
    livemode: event.livemode,
    is_own: isOwn,
  };
  const schema = z.nullable(z.object({ processed: z.boolean() }));
  return (await call(serviceClient(), "record_stripe_event", args, schema)) ?? { processed: false };
}

/** Marks a Stripe event as processed or failed. The reconcile job retries failed ones. */
export async function finishStripeEvent(eventId: string, error: string | null): Promise<void> {
  await run(serviceClient(), "finish_stripe_event", { event_id: eventId, error });
}
