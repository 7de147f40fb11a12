import "server-only";
import * as z from "zod/mini";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Returns a number to take before reading Stripe, so that a stale read never overwrites a newer one. */
export async function nextReadFence(): Promise<number> {
  return call(serviceClient(), "next_read_fence", {}, z.number());
}

/** Alerts staff. Returns false if an email about the same went out within the hour. */
export async function alertStaff(
  work: "lost" | "sign_in",
  items: { name: string; about: string }[],
  withMail: boolean,
): Promise<boolean> {
  const args = { p_work: work, p_items: items, p_with_mail: withMail };
  return call(serviceClient(), "alert_staff", args, z.boolean());
}

/** Marks a Stripe event as processed or failed. The reconcile job retries failed ones. */
export async function finishStripeEvent(eventId: string, error: string | null): Promise<void> {
  await run(serviceClient(), "finish_stripe_event", { p_event_id: eventId, p_error: error });
}
