import { renderNoNews } from "@/lib/email/no-news";
import type { CheckedOrder } from "@/lib/orders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

const shipped = {
  fulfillment_status: "not_received",
  submission_status: "pending",
  arrived_at: null,
  inbound_carrier: "ups",
  inbound_tracking: "1Z999AA10123456784",
  inbound_shipped_at: "2026-11-12T12:00:00Z",
} as const;

/** What makes an order that is here one of each other place from which nothing is heard. */
const places: [string, Partial<CheckedOrder>][] = [
  ["", {}],
  [", to be checked in", { ...shipped, arrived_at: "2026-11-20T10:00:00Z" }],
  [", not here", shipped],
  [", said to be delivered", { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z" }],
  [
    ", on its way back",
    {
      fulfillment_status: "complete",
      submission_status: "completed",
      tracking_number: "1Z999AA10123456784",
    },
  ],
];

/** The mails of a quiet week, of a guest's order that is here or elsewhere on its way. */
export function silenceMails(
  about: Omit<Parameters<typeof renderNoNews>[0], "is_guest" | "events">,
  links: Parameters<typeof renderNoNews>[2],
) {
  return places.map(async ([name, changes]) => {
    const told = { ...about, order: { ...about.order, ...changes }, is_guest: true, events: toldEvents };
    return { name: `order: no news${name}`, ...(await renderNoNews(told, "2026-11-23T10:00:00Z", links)) };
  });
}
