import { renderNoNews } from "@/lib/email/no-news";
import type { CheckedOrder, OrderEvent } from "@/lib/orders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

const shipped = {
  fulfillment_status: "not_received",
  submission_status: "pending",
  arrived_at: null,
  inbound_carrier: "ups",
  inbound_tracking: "1Z999AA10123456784",
  inbound_shipped_at: "2026-11-12T12:00:00Z",
} as const;

const said = [
  ...toldEvents.slice(0, 1),
  anOrderEvent({
    type: "inbound_shipped",
    from: null,
    to: "ups:2026-11-12",
    actor: "customer",
    at: "2026-11-12T15:00:00Z",
  }),
];
const delivered = anOrderEvent({
  type: "inbound_delivered",
  from: null,
  to: "2026-11-15",
  actor: "customer",
  at: "2026-11-23T10:00:00Z",
});
const sent = anOrderEvent({ from: "graded", to: "completed", at: "2026-11-23T10:00:00Z" });

/** What makes an order that is here one of each other place from which nothing is heard, and what was told of it. */
const places: [string, Partial<CheckedOrder>, OrderEvent[]][] = [
  ["", {}, toldEvents],
  [
    ", to be checked in",
    { ...shipped, arrived_at: "2026-11-20T10:00:00Z", open_by: "2026-11-24" },
    [...said, ...toldEvents.slice(1, 2)],
  ],
  [", not here", shipped, said],
  [
    ", said to be delivered",
    { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z", look_from: "2026-11-17" },
    [...said, delivered],
  ],
  [
    ", on its way back",
    {
      fulfillment_status: "complete",
      submission_status: "completed",
      tracking_number: "1Z999AA10123456784",
    },
    [...toldEvents.slice(1), sent],
  ],
];

/** The mails of a quiet week, of a guest's order that is here or elsewhere on its way. */
export function silenceMails(
  about: Omit<Parameters<typeof renderNoNews>[0], "is_guest" | "events">,
  links: Parameters<typeof renderNoNews>[2],
) {
  return places.map(async ([name, changes, events]) => {
    const told = { ...about, order: { ...about.order, ...changes }, is_guest: true, events };
    return { name: `order: no news${name}`, ...(await renderNoNews(told, "2026-11-23T10:00:00Z", links)) };
  });
}
