import type { OrderEvent } from "@/lib/orders/order";

export function anOrderEvent(fields: Partial<OrderEvent> = {}): OrderEvent {
  return {
    type: "submission_status",
    from: "pending",
    to: "received",
    actor: "staff",
    message: null,
    at: "2026-11-21T10:00:00Z",
    ...fields,
  };
}

export const toldEvents: OrderEvent[] = [
  anOrderEvent({
    type: "payment_status",
    from: "unpaid",
    to: "paid",
    actor: "stripe",
    at: "2026-11-01T10:01:00Z",
  }),
  anOrderEvent({ type: "arrived", from: null, to: null, at: "2026-11-20T15:00:00Z" }),
  anOrderEvent(),
];
