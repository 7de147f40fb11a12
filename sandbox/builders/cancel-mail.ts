import { renderCancelDeclined } from "@/lib/email/cancel-declined";
import { renderCanceledArrival } from "@/lib/email/canceled-arrival";
import { renderRefundMail } from "@/lib/email/refund-mail";
import { toldEvents } from "@/sandbox/builders/order-event";

type About = Omit<Parameters<typeof renderCanceledArrival>[0], "is_guest" | "events">;
type Origins = Parameters<typeof renderCanceledArrival>[1];

/** The mails about a batch that was to be canceled: it goes on, or it is, with its cards counted, or its package came all the same. */
export function cancelMails(about: About, origins: Origins, trackUrl: string) {
  const canceled = {
    ...about.order,
    payment_status: "canceled",
    arrived_at: "2026-11-20T10:00:00Z",
  } as const;
  const refunded = {
    ...canceled,
    submission_status: "received",
    received_count: 12,
    refunded_cents: 26_400,
  } as const;
  const address = { full_name: "Jane Collector", address_line1: "9".repeat(90), city: "Austin" };
  return [
    renderCancelDeclined(
      { ...about, is_guest: true, events: toldEvents },
      "Your package came in, and your cards are with our next shipment already.",
      origins,
      trackUrl,
    ).then((mail) => ({ name: "order: not canceled", ...mail })),
    renderRefundMail({ ...about, order: refunded, is_guest: false }, 26_400, origins).then((mail) => ({
      name: "order: refunded",
      ...mail,
    })),
    ...[null, address].map(async (return_address) => {
      const told = { ...about, order: { ...canceled, return_address }, is_guest: true };
      const mail = await renderCanceledArrival(
        { ...told, events: toldEvents.slice(0, 2) },
        origins,
        trackUrl,
      );
      return { name: `order: canceled, and here${return_address ? "" : ", without an address"}`, ...mail };
    }),
  ];
}
