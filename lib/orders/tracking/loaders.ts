import "server-only";
import { env } from "@/lib/base/env";
import { publicEnv } from "@/lib/base/env-public";
import { getTrackedOrder, type MyOrder } from "@/lib/orders/data";
import { graderLine, graderLookupUrl } from "@/lib/orders/tracking/grader-line";
import { trackingTokenHash, visibleTrackingLink } from "@/lib/orders/tracking/tracking-link";

export type OwnBatch = ReturnType<typeof ownBatch>;
export type TrackedBatch = NonNullable<Awaited<ReturnType<typeof loadTrackedBatch>>>;

export function ownBatch({ tracking_link: link, graders, ...batch }: MyOrder) {
  return {
    ...batch,
    /** Null for an order that was never paid. */
    trackingLink: batch.order.paid_at ? visibleTrackingLink(link) : null,
    ...readNow(batch.order, graders),
  };
}

/** Returns a tracking link's batch. Null if the link is unknown, turned off or expired. */
export async function loadTrackedBatch(token: string) {
  const found = await getTrackedOrder(trackingTokenHash(token));
  if (!found) return null;
  const { graders, ...order } = found;
  return { ...order, ...readNow(order, graders) };
}

/** The grader names that staff entered only determine the links. They are never shown. */
function readNow(order: Parameters<typeof graderLine>[0], graders: MyOrder["graders"]) {
  return {
    grader: graderLine(order, graderLookup(graders)),
    /** In milliseconds since 1970. */
    readAt: Date.now(),
  };
}

/** Returns a function that maps a submission number to its grader's lookup URL (with `{number}`), if any. */
export function graderLookup(graders: { number: string; grader: string }[]) {
  return (number: string): string | undefined => {
    const grader = graders.find((one) => one.number === number)?.grader ?? null;
    return graderLookupUrl(env().GRADER_LOOKUP_URL, grader, publicEnv.graders);
  };
}
