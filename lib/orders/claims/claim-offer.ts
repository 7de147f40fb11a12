import { cardCount } from "@/lib/base/messages";
import { displayBatchId } from "@/lib/orders/batch-id";
import { maskEmail } from "@/lib/orders/confirmation/confirmation";

/** How many days the links in our emails can move a batch into or out of an account. */
export const CLAIM_LINK_DAYS = 30;

export type ClaimOffer = {
  orderId: string;
  batchId: string;
  cards: string;
  /** Masked address that paid. */
  email: string | null;
  /** Link that adds the batch. */
  link: string | null;
  /** It was paid for with the account's own address, so it needs no link. */
  isOwn: boolean;
};

export type Claims = {
  offers: ClaimOffer[];
  /** The link's batch is in this account already: its batch ID. */
  ownBatch: string | null;
  isLinkRefused: boolean;
};

type Found = {
  own_batch: string | null;
  orders: {
    id: string;
    batch_id: string | null;
    num_cards: number;
    guest_email: string;
    has_link: boolean;
    is_own: boolean;
  }[];
};

export function claimsFrom(found: Found, link: string | undefined): Claims {
  const offers = found.orders.map((order) => ({
    orderId: order.id,
    batchId: displayBatchId(order),
    cards: cardCount(order.num_cards),
    email: maskEmail(order.guest_email),
    link: (order.has_link && link) || null,
    isOwn: order.is_own,
  }));
  const isLinkRefused = link !== undefined && !found.own_batch && !offers.some((offer) => offer.link);
  return { offers, ownBatch: found.own_batch, isLinkRefused };
}
