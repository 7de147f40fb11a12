import "server-only";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** A delivery in the ledger whose work is not done. */
export type UnprocessedEvent = { event_id: string; type: string; object_id: string; livemode: boolean };

/** Deliveries whose work failed or never ended, oldest first. */
export async function listUnprocessedEvents(limit: number): Promise<UnprocessedEvent[]> {
  const result = await serviceClient().rpc("list_unprocessed_stripe_events", { p_limit: limit });
  return unwrap(result) as unknown as UnprocessedEvent[];
}

/** Of these events, those that were never delivered to us. */
export async function listUnseenEvents(eventIds: string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const result = await serviceClient().rpc("list_unseen_stripe_events", { p_event_ids: eventIds });
  return unwrap(result) as string[];
}
