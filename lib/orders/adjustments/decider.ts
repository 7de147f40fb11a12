import type { Viewer } from "@/lib/orders/order";

/** Who decides: the order's account, the browser that placed it, or whoever has its tracking link (`tokenHash`). */
export type Decider = Viewer & { tokenHash: string | null };

/** Answers the path that a payment page leads back to: the tracking page of who came by its link, else the dashboard. */
export function returnPathOf(id: string, place: { trackPath: string | null; batchPath: string }): string {
  const { trackPath, batchPath } = place;
  return trackPath ? `${trackPath}?paid=${id}` : `${batchPath}&paid=${id}`;
}
