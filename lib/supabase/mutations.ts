import "server-only";
import * as z from "zod/mini";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Takes a number before a read of the payment service. The functions that write what was read take the number along and
 * write nothing when a read with a higher one has been written: so an answer that was read earlier but arrives later
 * never overwrites a newer one.
 */
export async function nextReadFence(): Promise<number> {
  return call(serviceClient(), "next_read_fence", {}, z.number());
}

/**
 * Alerts staff of what no table shows: events of the payment service that could not even be recorded ("lost"), or why the auth
 * service refuses everyone ("sign_in"). `withMail` emails ALERT_EMAIL in the same step. Returns false when another email about
 * the same went out this hour.
 */
export async function alertStaff(
  work: "lost" | "sign_in",
  items: { name: string; about: string }[],
  withMail: boolean,
): Promise<boolean> {
  const args = { p_work: work, p_items: items, p_with_mail: withMail };
  return call(serviceClient(), "alert_staff", args, z.boolean());
}

/**
 * Records that the work of a delivery is done, or with which error it failed; the reconcile job then works it again.
 */
export async function finishStripeEvent(eventId: string, error: string | null): Promise<void> {
  await run(serviceClient(), "finish_stripe_event", { p_event_id: eventId, p_error: error });
}
