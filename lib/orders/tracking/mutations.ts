import "server-only";
import * as z from "zod/mini";
import { AppError } from "@/lib/base/errors";
import type { Viewer } from "@/lib/orders/order";
import { trackingLinkSchema } from "@/lib/orders/schema";
import { type ProposalAccess, proposalAccessArguments } from "@/lib/orders/tracking/proposal-access";
import type { InboundChange } from "@/lib/orders/tracking/schema";
import {
  trackingHashOf,
  type VisibleTrackingLink,
  visibleTrackingLink,
} from "@/lib/orders/tracking/tracking-link";
import { readTrackingNumber } from "@/lib/orders/tracking-number";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Result of replace_tracking_link. A test compares the schemas in this file with the SQL. */
export const replacedLinkSchema = z.object({
  outcome: z.enum(["replaced", "stale"]),
  link: trackingLinkSchema,
});

/**
 * Revokes or replaces the tracking link that its owner saw (`generation`, 0 for none). Returns the current link,
 * which another tab may have changed (`stale`). Throws 404 for everyone else.
 */
export async function replaceTrackingLink(
  orderId: string,
  { userId, guestKey }: Viewer,
  { action, generation }: { action: "revoke" | "renew"; generation: number },
): Promise<VisibleTrackingLink> {
  const args = {
    order_id: orderId,
    user_id: userId,
    guest_key: guestKey,
    generation,
    token_hash: action === "renew" ? trackingHashOf(orderId, generation + 1) : null,
  };
  return visibleTrackingLink(
    (await call(serviceClient(), "replace_tracking_link", args, replacedLinkSchema)).link,
  );
}

export const enqueuedLinkSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["queued", "mailed_before", "not_found"]) }),
  z.object({ outcome: z.literal("link_needed"), order_id: z.string() }),
]);

/**
 * Queues an email with the tracking link of the paid order that has this batch ID (from readTypedBatchId) and email
 * address, at most once in ten minutes. Creates a missing link. Returns whether there is an email to deliver. Callers
 * must not reveal that.
 */
export async function enqueueTrackingLink({ batch, email }: { batch: string; email: string }) {
  const enqueue = (first: { order_id?: string; token_hash?: string }) => {
    const args = { batch, email, ...first };
    return call(serviceClient(), "enqueue_tracking_link", args, enqueuedLinkSchema);
  };
  let answer = await enqueue({});
  if (answer.outcome === "link_needed") {
    const id = answer.order_id;
    answer = await enqueue({ order_id: id, token_hash: trackingHashOf(id, 1) });
  }
  return answer.outcome === "queued";
}

export const withdrawnCancellationSchema = z.object({ outcome: z.enum(["withdrawn", "not_asked"]) });

export async function withdrawCancellation(orderId: string, decider: ProposalAccess) {
  const args = { order_id: orderId, ...proposalAccessArguments(decider) };
  return call(serviceClient(), "withdraw_cancellation", args, withdrawnCancellationSchema);
}

const BAD_DATES = {
  shipped_on: "Choose a ship date between the payment date and today.",
  delivered_on: "Choose a delivery date between the ship date and today.",
};

export const changedInboundSchema = z.object({ outcome: z.enum(["noted", "unchanged", "bad_date"]) });

/**
 * Stores what the customer reports about an inbound package. Idempotent. Throws AppError when the package has
 * arrived, the batch is canceled or unpaid, the date is invalid, or the order isn't theirs (404).
 */
export async function changeInbound(orderId: string, decider: ProposalAccess, change: InboundChange) {
  const args = {
    order_id: orderId,
    ...proposalAccessArguments(decider),
    action: change.action,
    ...reportArguments(change),
  };
  const { outcome } = await call(serviceClient(), "change_inbound", args, changedInboundSchema);
  if (outcome !== "bad_date") return { outcome };
  const field = change.action === "shipped" ? "shipped_on" : "delivered_on";
  const text = BAD_DATES[field];
  throw new AppError("inbound_bad_date", { text, fields: { [field]: text } });
}

function reportArguments(change: InboundChange) {
  if (change.action === "delivered") return { day: change.delivered_on };
  if (change.action !== "shipped") return {};
  const read = readTrackingNumber(change.number);
  const number = "problem" in read ? null : read.number;
  return { day: change.shipped_on, carrier: change.carrier, tracking: number };
}

export const arrivedOutcomeSchema = z.object({ outcome: z.enum(["arrived", "arrived_before"]) });

/** Marks a batch as delivered when its customer confirms it. Idempotent. */
export async function confirmArrival(orderId: string, decider: ProposalAccess) {
  const args = { order_id: orderId, ...proposalAccessArguments(decider) };
  return call(serviceClient(), "confirm_arrival", args, arrivedOutcomeSchema);
}

export const reportedSchema = z.object({ outcome: z.literal("reported") });

/** Stores the customer's problem report and emails staff. */
export async function reportProblem(orderId: string, decider: ProposalAccess, words: string) {
  const args = { order_id: orderId, ...proposalAccessArguments(decider), body: words };
  return call(serviceClient(), "report_problem", args, reportedSchema);
}
