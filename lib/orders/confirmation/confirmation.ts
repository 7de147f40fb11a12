import type { Cancellation } from "@/lib/orders/cancellation";
import type { InboundShipment } from "@/lib/orders/inbound";
import { ownsOrder, type ServerOrder, type Viewer } from "@/lib/orders/order";
import type { PromiseText } from "@/lib/orders/promise";
import type { Photo } from "@/lib/orders/schema";
import type { NextStep } from "@/lib/orders/timeline";
import type { VisibleTrackingLink } from "@/lib/orders/tracking/tracking-link";

/**
 * A paid order on its confirmation, fees in dollars. `isMasked`: the viewer hasn't proven a right to it, so addresses are
 * shortened, and title, notes, account and receipt are null.
 */
export type ConfirmedOrder = ReturnType<typeof confirmedOrder>;

/** A paid order and what its confirmation shows. All but the order are empty for viewers without a right to it. */
export type LoadedConfirmation = {
  order: ConfirmedOrder;
  trackingLink: VisibleTrackingLink | null;
  /** Photos of its package. */
  photos: Photo[];
  /** The cards are counted. */
  hasReceipt: boolean;
  /** The inbound shipment; null once it's here. */
  inboundShipment: InboundShipment | null;
  /** What the customer can cancel, or where the money went. */
  cancellation: Cancellation | null;
  /** When it will be back, while there is an estimate. */
  promise: PromiseText | null;
  /** The status in words, what it means, and the next step, if any. */
  standing: string;
  meaning: string;
  next: NextStep | null;
};

/** Returns a paid order in full for its owner, masked for anyone else with its session ID. */
export function confirmedOrder(order: ServerOrder, viewer: Viewer) {
  const owned = ownsOrder(order, viewer);
  return {
    order_id: order.id,
    batch_id: order.batch_id,
    plan_type: order.plan_type,
    num_cards: order.num_cards,
    rate_cents: order.rate_cents,
    grading_fee: order.grading_fee,
    total_paid: order.total_paid ?? 0,
    title: owned ? order.title : null,
    submitted_at: order.submitted_at,
    notes: owned ? order.notes : null,
    user_email: owned ? order.user_email : maskEmail(order.user_email),
    guest_email: owned ? order.guest_email : maskEmail(order.guest_email),
    user_id: owned ? order.user_id : null,
    receipt_url: owned ? order.receipt_url : null,
    isMasked: !owned,
    /** Placed without an account. */
    isGuest: order.user_id === null,
  };
}

/** Shortens an address to "c•••@e•••.com", which only its owner recognizes. Null stays null. */
export function maskEmail(email: string | null): string | null {
  if (!email) return null;
  const [name = "", domain = ""] = email.split("@");
  const ending = domain.split(".").at(-1) ?? "";
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${ending}`;
}
