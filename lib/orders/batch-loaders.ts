import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { loginFor } from "@/lib/auth/session/access";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import { loadPerson, type Person } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import {
  getGuestOrderToPrint,
  getLinkedOrderToPrint,
  getMyOrder,
  getOrderToPrint,
  getTrackedOrder,
  type MyOrder,
  type TrackedOrder,
} from "@/lib/orders/data";
import type { PrintedOrder } from "@/lib/orders/order";
import { isValidPrintLink } from "@/lib/orders/print/print-link";
import { orderIdSchema } from "@/lib/orders/schema";
import { type ShownTrackingLink, shown } from "@/lib/orders/tracking/tracking-link";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-token";

/** A batch of the person's own, as its drawer shows it. */
export type OwnBatch = Pick<MyOrder, "order" | "events"> & {
  /** Null for an order that was never paid. */
  trackingLink: ShownTrackingLink | null;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
};

/** The person's own batch by the id they see, or null. */
export async function loadOwnBatch(person: Person, batchId: string): Promise<OwnBatch | null> {
  const found = await getMyOrder(person.accessToken, batchId);
  if (!found) return null;
  const { order, events, tracking_link: link } = found;
  const trackingLink = order.paid_at ? shown(link) : null;
  return { order, events, trackingLink, readAt: Date.now() };
}

/** The batch behind a tracking link; null when the link is unknown, ended or too old. */
export async function loadTrackedBatch(token: string): Promise<(TrackedOrder & { readAt: number }) | null> {
  const order = await getTrackedOrder(trackingTokenHash(token));
  return order && { ...order, readAt: Date.now() };
}

/**
 * The paid order whose label or slip this visitor may print: with the signed link of a mail, as its owner or staff by
 * session, or as the guest whose browser placed it. Null for everybody else; a visitor who has shown nothing is
 * sent to /login with the way back to `path`.
 */
export async function loadOrderToPrint(
  path: string,
  orderId: string,
  link: string | undefined,
): Promise<PrintedOrder | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const order = link && isValidPrintLink(orderId, link) ? await getLinkedOrderToPrint(orderId) : null;
  const found = order ?? (await loadOwnOrder(orderId));
  if (found === "anonymous") return link ? null : redirect(loginFor(new URL(path, env().APP_URL)));
  return found?.payment_status === "paid" ? found : null;
}

async function loadOwnOrder(orderId: string): Promise<PrintedOrder | "anonymous" | null> {
  const [person, store] = await Promise.all([loadPerson(), cookies()]);
  const own = person && (await getOrderToPrint(person.accessToken, orderId));
  if (own) return own;
  const guestKey = guestKeyOf(store.get(guestCookie().name)?.value);
  const guests = guestKey && (await getGuestOrderToPrint(orderId, guestKey));
  return guests || (person ? null : "anonymous");
}
