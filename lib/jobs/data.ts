import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const unprocessedEventSchema = z.object({
  event_id: z.string(),
  type: z.string(),
  /** Null for a delivery that names no object. */
  object_id: z.nullable(z.string()),
  livemode: z.boolean(),
});
/** Holds a delivery of the payment service whose work is not done. */
export type UnprocessedEvent = z.infer<typeof unprocessedEventSchema>;

/** Lists at most `limit` deliveries whose work failed or never ended, oldest first. */
export async function listUnprocessedEvents(limit: number): Promise<UnprocessedEvent[]> {
  const schema = z.array(unprocessedEventSchema);
  return call(serviceClient(), "list_unprocessed_stripe_events", { p_limit: limit }, schema);
}

/** Answers which of these events (by id) were never delivered to us. */
export async function listUnseenEvents(eventIds: string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const args = { p_event_ids: eventIds };
  return call(serviceClient(), "list_unseen_stripe_events", args, z.array(z.string()));
}
