import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Tasks that resume where the last run stopped. */
export type JobKind = "sessions" | "events" | "reservations" | "pending" | "purge" | "photos";

const unprocessedEventSchema = z.object({
  event_id: z.string(),
  type: z.string(),
  object_id: z.nullable(z.string()),
  livemode: z.boolean(),
});

/** Lists at most `limit` deliveries that failed or never finished, oldest first. */
export async function listUnprocessedEvents(limit: number) {
  const schema = z.array(unprocessedEventSchema);
  return call(serviceClient(), "list_unprocessed_stripe_events", { limit }, schema);
}

const progressSchema = z.object({
  /** Everything before this time has been processed. Null: nothing yet. */
  looked_until: z.nullable(z.string()),
  /** Where the last run stopped in its list. Null: the list was completed. */
  place: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
export type Progress = z.infer<typeof progressSchema>;

/** Returns each task's progress. `is_waiting`: an order's Checkout Session may still be open. */
export async function getJobProgress() {
  const schema = z.object({
    progress: z.record(z.string(), progressSchema),
    is_waiting: z.boolean(),
  });
  return call(serviceClient(), "get_job_progress", {}, schema);
}

/** Returns the IDs of events and completed Checkout Sessions that no delivery, order or proposal has recorded. */
export async function filterUnhandledIds(ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return call(serviceClient(), "filter_unhandled_ids", { ids }, z.array(z.string()));
}
