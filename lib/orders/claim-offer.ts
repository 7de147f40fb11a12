import { cardCount } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ClaimableOrders } from "@/lib/orders/data";
import { maskEmail } from "@/lib/orders/order";

export type Claims = ReturnType<typeof claimsFrom>;
export type ClaimOffer = Claims["offers"][number];

export function claimsFrom(found: ClaimableOrders, link: string | undefined) {
  const offers = found.orders.map((order) => ({
    orderId: order.id,
    batchId: displayBatchId(order),
    cards: cardCount(order.num_cards),
    email: maskEmail(order.guest_email),
    link: (order.has_link && link) || null,
    /** Paid for with the account's own address, so it needs no link. */
    isOwn: order.is_own,
  }));
  const isLinkRefused = link !== undefined && !found.own_batch && !offers.some((offer) => offer.link);
  return {
    offers,
    /** Batch ID of the link's batch if it's already in this account. */
    ownBatch: found.own_batch,
    isLinkRefused,
  };
}
