import "server-only";
import { redirect } from "next/navigation";
import { requireCodeGiven } from "@/lib/auth/data";
import { loginFor } from "@/lib/auth/session/access";
import {
  loadGuestKey,
  loadPerson,
  loadStaffRole,
  redirectIfSecondFactorNeeded,
} from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { confirmationPath, paths } from "@/lib/base/paths";
import { areMissingCardsAwaited } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import { isCanceled } from "@/lib/orders/cancellation";
import {
  getGuestOrderToPrint,
  getLinkedOrderToPrint,
  getOrderToPrint,
  getTrackedOrder,
} from "@/lib/orders/data";
import { canShip } from "@/lib/orders/inbound";
import type { PrintedOrder } from "@/lib/orders/order";
import { type CustodyReceipt, getCustodyReceipt } from "@/lib/orders/photos/data";
import { MISSING_CARDS_LABEL } from "@/lib/orders/print/print";
import type { PrintQuery } from "@/lib/orders/print/schema";
import { orderIdSchema, TRACKED } from "@/lib/orders/schema";
import { isValidPrintLink } from "@/lib/orders/signed-links";
import { loadTrackedBatch } from "@/lib/orders/tracking/loaders";
import { trackingTokenHash } from "@/lib/orders/tracking/tracking-link";

/**
 * Returns an order to a visitor who may print its label and slip. Null unless it's paid, or was canceled after the
 * payment.
 */
export async function loadOrderToPrint(path: string, orderId: string, link: string | undefined) {
  const order = await loadVisibleOrder(path, orderId, link);
  return order && (order.payment_status === "paid" || isCanceled(order)) ? order : null;
}

/**
 * Returns an order to the holder of an email's signed link, its owner, staff, or the guest whose browser placed it.
 * Null for everyone else. Without a link, redirects a visitor without a session to /login and then back to `path`.
 */
export async function loadVisibleOrder(path: string, orderId: string, link: string | undefined) {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const order = link && isValidPrintLink(orderId, link) ? await getLinkedOrderToPrint(orderId) : null;
  const found = order ?? (await loadOwnOrder(path, orderId));
  if (found === "anonymous") return link ? null : redirect(loginFor(new URL(path, env().APP_URL)));
  return found;
}

/** A label to print. `slip` is null for a visitor who may not see the packing slip. */
export type LabelToPrint = {
  order: Pick<PrintedOrder, "id" | "batch_id">;
  query: PrintQuery;
  slip: PrintedOrder | null;
  /** Path of the visitor's own page about the batch. Null when unknown. */
  back: string | null;
};

/**
 * Returns an order's labels, or the canceled order, to anyone who may print them. The holder of its tracking link
 * gets labels for what still has to be shipped, without names. Null for everyone else.
 */
export async function loadLabel(
  orderId: string,
  query: PrintQuery,
): Promise<LabelToPrint | { canceled: PrintedOrder } | null> {
  const { link, track } = query;
  if (!track) {
    const order = await loadOrderToPrint(paths.label(orderId), orderId, link);
    if (order && isCanceled(order)) return { canceled: order };
    return order && { order, query, slip: order, back: await ownBatchPath(order) };
  }
  const batch = await loadTrackedBatch(track);
  // The tracking page's URL contains no order ID.
  const id = orderId === TRACKED ? batch?.id : orderId;
  if (!orderIdSchema.safeParse(id).success || !id) return null;
  // The owner may also open the label from the tracking page.
  const own = await findOwnOrder(id);
  if (own && own !== "anonymous" && isCanceled(own)) return { canceled: own };
  if (own && own !== "anonymous" && own.payment_status === "paid") {
    const isTracked = batch?.id === id;
    return {
      order: own,
      query: { ...query, track: isTracked ? track : undefined },
      slip: own,
      back: isTracked ? paths.track(track) : await ownBatchPath(own),
    };
  }
  if (batch?.id !== id || batch.payment_status !== "paid") return null;
  const order = { id: orderId, batch_id: batch.batch };
  const back = paths.track(track);
  if (canShip(batch)) return { order, query: { ...query, with: undefined }, slip: null, back };
  if (!batch.adjustments.some((one) => areMissingCardsAwaited(one, batch.readAt))) return null;
  return { order, query: { size: query.size, track, ...MISSING_CARDS_LABEL }, slip: null, back };
}

/** Returns the dashboard path of the visitor's own batch, or its confirmation in the guest's browser. Null for others. */
async function ownBatchPath(order: PrintedOrder): Promise<string | null> {
  const { id, user_id: userId, stripe_session_id: sessionId } = order;
  const batchId = displayBatchId(order);
  if (userId !== null) return (await loadPerson())?.userId === userId ? paths.batch(batchId) : null;
  if (sessionId === null || !(await findGuestOrder(id))) return null;
  return confirmationPath({ sessionId, batchId, isPayg: order.plan_type === "payg" });
}

/** Returns whether the visitor is staff looking at someone else's order. */
export async function loadIsForStaff(order: Pick<PrintedOrder, "user_id">): Promise<boolean> {
  const person = await loadPerson();
  return person !== null && order.user_id !== person.userId && (await loadStaffRole(person)) !== null;
}

/** Like findOwnOrder, but redirects a session that still needs its second factor to /login. */
async function loadOwnOrder(path: string, orderId: string): Promise<PrintedOrder | "anonymous" | null> {
  const [own, person] = await Promise.all([findOwnOrder(orderId), loadPerson()]);
  if (own || !person) return own;
  await requireCodeGiven(person.accessToken).catch((error: unknown) => {
    redirectIfSecondFactorNeeded(error, path);
    throw error;
  });
  return null;
}

async function findOwnOrder(orderId: string): Promise<PrintedOrder | "anonymous" | null> {
  const person = await loadPerson();
  const own = person && (await getOrderToPrint(person.accessToken, orderId));
  return own || (await findGuestOrder(orderId)) || (person ? null : "anonymous");
}

/** Returns the order if this browser placed it and no account has it. Null otherwise. */
async function findGuestOrder(orderId: string): Promise<PrintedOrder | null> {
  const guestKey = await loadGuestKey();
  return guestKey ? getGuestOrderToPrint(orderId, guestKey) : null;
}

/**
 * Returns an order's custody receipt, with `readAt` in epoch milliseconds, to anyone who may print its label or has
 * its tracking link. Before the cards are counted, returns the path of the batch's page. Null for everyone else. A
 * visitor without a session is redirected to /login.
 */
export async function loadReceipt(
  orderId: string,
  { link, track }: PrintQuery,
): Promise<(CustodyReceipt & { readAt: number }) | { back: string } | null> {
  if (!orderIdSchema.safeParse(orderId).success) return null;
  const back = track ? await backByLink(orderId, track) : await backOfOrder(orderId, link);
  if (!back) return null;
  const receipt = await getCustodyReceipt(orderId);
  return receipt ? { ...receipt, readAt: Date.now() } : { back };
}

async function backByLink(orderId: string, track: string): Promise<string | null> {
  const tracked = await getTrackedOrder(trackingTokenHash(track));
  return tracked?.id === orderId ? paths.track(track) : null;
}

async function backOfOrder(orderId: string, link: string | undefined): Promise<string | null> {
  const order = await loadVisibleOrder(paths.receipt(orderId), orderId, link);
  if (!order) return null;
  return order.user_id ? paths.batch(displayBatchId(order)) : paths.findBatch;
}
