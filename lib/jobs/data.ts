import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Names a kind of work of the reconcile job that goes on where a former run stopped. */
export type JobKind = "sessions" | "events" | "reservations" | "pending" | "purge" | "photos";

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

const progressSchema = z.object({
  /** All that the payment service has of before is known here. Null: nothing was looked at yet. */
  looked_until: z.nullable(z.string()),
  /** Where a walk through a list stopped; null: at its end. */
  place: z.nullable(z.string()),
  /** When the last complete walk ended. */
  finished_at: z.nullable(z.string()),
});
/** How far the reconcile job has come with one kind of work. */
export type Progress = z.infer<typeof progressSchema>;

/** Reads the progress of each kind of work. `is_waiting`: an order has a payment page that may still be open. */
export async function getJobProgress() {
  const schema = z.object({
    progress: z.record(z.string(), progressSchema),
    is_waiting: z.boolean(),
  });
  return call(serviceClient(), "get_job_progress", {}, schema);
}

/** Lists those of these events and complete payment sessions (by ID) that no delivery, order or proposal has recorded. */
export async function listUnhandled(ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return call(serviceClient(), "list_unhandled_ids", { p_ids: ids }, z.array(z.string()));
}
