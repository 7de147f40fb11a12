import "server-only";
import { env } from "@/lib/base/env";
import { publicEnv } from "@/lib/base/env-public";
import { getTrackedOrder, type MyOrder, type TrackedOrder } from "@/lib/orders/data";
import { type GraderLine, graderLine, graderLookupUrl } from "@/lib/orders/tracking/grader-line";
import {
  trackingTokenHash,
  type VisibleTrackingLink,
  visibleTrackingLink,
} from "@/lib/orders/tracking/tracking-link";

type Read = {
  /** Its number at the grading company. */
  grader: GraderLine | null;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
};

export type OwnBatch = Omit<MyOrder, "tracking_link" | "graders"> &
  Read & {
    /** Null for an order that was never paid. */
    trackingLink: VisibleTrackingLink | null;
  };

export type TrackedBatch = Omit<TrackedOrder, "graders"> & Read;

export function ownBatch({ tracking_link: link, graders, ...batch }: MyOrder): OwnBatch {
  return {
    ...batch,
    trackingLink: batch.order.paid_at ? visibleTrackingLink(link) : null,
    ...readNow(batch.order, graders),
  };
}

/** Returns the batch of a tracking link; null if the link is unknown, turned off or expired. */
export async function loadTrackedBatch(token: string): Promise<TrackedBatch | null> {
  const found = await getTrackedOrder(trackingTokenHash(token));
  if (!found) return null;
  const { graders, ...order } = found;
  return { ...order, ...readNow(order, graders) };
}

/** Staff's names of the graders choose the linked pages and are never shown. */
function readNow(order: Parameters<typeof graderLine>[0], graders: MyOrder["graders"]): Read {
  return { grader: graderLine(order, graderLookup(graders)), readAt: Date.now() };
}

/** Returns a function from a submission number to its lookup URL (`{number}`), if its grader has one. */
export function graderLookup(graders: { number: string; grader: string }[]) {
  return (number: string): string | undefined => {
    const grader = graders.find((one) => one.number === number)?.grader ?? null;
    return graderLookupUrl(env().GRADER_LOOKUP_URL, grader, publicEnv.graders);
  };
}
