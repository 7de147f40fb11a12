import "server-only";
import type Stripe from "stripe";
import { listUnseenEvents } from "@/lib/jobs/data";
import { laterEventTypes } from "@/lib/jobs/stripe-events";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";

/** More than this in one run would hold up the job; the rest is found by the next ones. */
const MAX_EVENTS = 500;

/** Events about memberships, refunds and disputes since then that never reached us, oldest first. */
export async function listMissedEvents(sinceMs: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  try {
    const list = stripe().events.list({
      types: laterEventTypes,
      created: { gte: Math.floor(sinceMs / 1000) },
      limit: 100,
    });
    for await (const event of list) {
      events.push(event);
      if (events.length === MAX_EVENTS) break;
    }
  } catch (error) {
    throw paymentsUnavailable(error);
  }
  const unseen = new Set(await listUnseenEvents(events.map(({ id }) => id)));
  return events.filter(({ id }) => unseen.has(id)).toReversed();
}
