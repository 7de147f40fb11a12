import "server-only";
import { AppError } from "@/lib/base/errors";
import { getTrackedOrder } from "@/lib/orders/data";
import { TRACKED } from "@/lib/orders/schema";
import { type Decider, deciderOf } from "@/lib/orders/tracking/decider";
import type { Viewer } from "@/lib/orders/viewer";

/**
 * Answers which order an address means, and who asks for it: the order that is named, or
 * (TRACKED) the one that the link opens. Whether that lets somebody do what they ask is for the database to say. Throws
 * AppError (404) when TRACKED comes with no link that opens anything.
 */
export async function proveOrder(
  named: string,
  who: Viewer,
  token: string | undefined,
): Promise<{ orderId: string; decider: Decider }> {
  const decider = deciderOf(who, token);
  if (named !== TRACKED) return { orderId: named, decider };
  const order = decider.tokenHash && (await getTrackedOrder(decider.tokenHash));
  if (!order) throw new AppError("not_found");
  return { orderId: order.id, decider };
}
