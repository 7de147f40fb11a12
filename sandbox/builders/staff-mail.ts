import { renderExportAlert, renderRefundAlert } from "@/lib/email/owner-alert";
import { renderPaymentAlert } from "@/lib/email/payment-alert";
import { renderPhotoAlert } from "@/lib/email/photo-alert";
import { renderRightsNotice } from "@/lib/email/rights-notice";
import { renderWorkAlert } from "@/lib/email/work-alert";
import type { Order } from "@/lib/orders/order";

const refundAlert = {
  to: "olive@example.org",
  by: "staff2@example.org",
  cents: 26_400,
  limit_cents: 25_000,
  reason: "The package was lost on its way.",
};
const rightsNotice = {
  to: "staff2@example.org",
  is_about_reader: true,
  action: "rights_changed",
  email: "staff2@example.org",
  by: "olive@example.org",
  before: { role: "staff", rights: ["refunds", "exports"], is_main: false },
  after: { role: "staff", rights: ["exports"], is_main: false },
} satisfies Parameters<typeof renderRightsNotice>[0];

/** The mails that staff and owners get, for looking at; `order` is the one that they are about. */
export function staffMails(
  order: Pick<Order, "id" | "batch_id">,
  origins: { appUrl: string; receiptOrigin: string },
) {
  const about = { order_id: order.id, batch_id: order.batch_id };
  const refund = { ...refundAlert, ...about };
  return [
    renderRefundAlert(refund, origins).then((mail) => ({ name: "owner: a large refund", ...mail })),
    renderRefundAlert({ ...refund, day_cents: 51_200 }, origins).then((mail) => ({
      name: "owner: refunds of a day",
      ...mail,
    })),
    renderExportAlert(
      {
        to: "olive@example.org",
        by: "staff2@example.org",
        kind: "orders",
        filter: { payment: "paid" },
        has_search: true,
        at: "2026-11-21T10:00:00Z",
        rows: 18_984,
        is_complete: true,
      },
      origins,
    ).then((mail) => ({ name: "owner: an export", ...mail })),
    renderRightsNotice(rightsNotice, origins).then((mail) => ({
      name: "rights: to whom it is about",
      ...mail,
    })),
    renderRightsNotice(
      { ...rightsNotice, to: "olive@example.org", is_about_reader: false, action: "removed", after: null },
      origins,
    ).then((mail) => ({ name: "rights: to the main owner", ...mail })),
    renderPaymentAlert(
      {
        reason: "amount_mismatch",
        ...about,
        about: "cs_test_a1b2c3d4e5",
      },
      "money@example.org",
      origins,
    ).then((mail) => ({ name: "staff: money that fits no order", ...mail })),
    renderPhotoAlert(
      { count: 3, path: "2026-05/00000000-0000-4000-8000-000000000001" },
      "money@example.org",
    ).then((mail) => ({ name: "staff: photographs that cannot be deleted", ...mail })),
    renderWorkAlert(
      { work: "events", count: 2, items: [{ name: "evt_1Q2w3E4r5T", about: "charge.refunded" }] },
      "money@example.org",
      origins,
    ).then((mail) => ({ name: "staff: work that was tried in vain", ...mail })),
  ];
}
