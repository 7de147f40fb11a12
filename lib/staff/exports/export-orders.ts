import "server-only";
import { log } from "@/lib/base/log";
import { toCents } from "@/lib/base/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import { beginExport, type ExportFilter, finishExport } from "@/lib/staff/exports/mutations";
import { csvRow } from "@/lib/staff/orders/csv";
import type { StaffOrder } from "@/lib/staff/staff-order";

const COLUMNS: [title: string, value: (order: StaffOrder) => string | number | null][] = [
  ["Batch ID", displayBatchId],
  ["Submitted", (order) => order.submitted_at],
  ["Customer", (order) => order.customer_name],
  ["Email", (order) => order.email],
  ["Plan", (order) => order.plan_type],
  ["Cards", (order) => order.num_cards],
  ["Fee (USD)", (order) => order.grading_fee],
  [
    "Paid (USD)",
    ({ total_paid, extras }) =>
      total_paid === null ? null : (toCents(total_paid) + extras.paid_cents) / 100,
  ],
  ["Refunded (USD)", (order) => (order.refunded_cents + order.extras.refunded_cents) / 100],
  ["Payment", (order) => order.payment_status],
  ["Fulfillment", (order) => order.fulfillment_status],
  ["Submission status", (order) => order.submission_status],
  ["Checked in", (order) => order.received_at],
  ["Counted", (order) => order.received_count],
  ["Tracking number", (order) => order.tracking_number],
  ["Submission number", (order) => order.grading_submission_number],
  ["Staff notes", (order) => order.internal_notes],
];

/** Starts with a byte order mark so that spreadsheets recognize UTF-8. */
export const orderCsvHeading = `\uFEFF${csvRow(COLUMNS.map(([title]) => title))}`;

/** Returns an order as a CSV row: amounts in dollars, times in ISO format, statuses as stored. */
export function orderCsvRow(order: StaffOrder): string {
  return csvRow(COLUMNS.map(([, value]) => value(order)));
}

/**
 * Returns orders as a CSV download, streamed page by page. Reads the first page and records the export before the
 * response starts, so that a refusal throws. A later failure aborts the stream, so a truncated file is never mistaken
 * for a complete one.
 */
export async function exportOrders(actor: string, filter: ExportFilter, pages: AsyncGenerator<StaffOrder[]>) {
  const first = await pages.next();
  const exportId = await beginExport(actor, "orders", filter);
  // Logs only the filters' names. A search may be an email address, which must stay out of the log.
  const names = Object.keys(filter).filter((name) => filter[name]);
  log.info("staff.exported", { userId: actor, kind: "orders", asked: names.join(" ") });
  const encoder = new TextEncoder();
  let sent = 0;
  const encode = (orders: StaffOrder[]) => {
    sent += orders.length;
    return encoder.encode(orders.map(orderCsvRow).join(""));
  };
  const finish = (isComplete: boolean) =>
    finishExport(exportId, sent, isComplete).catch((error: unknown) =>
      log.error("staff.export_unended", error),
    );
  const file = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(orderCsvHeading));
      if (!first.done) controller.enqueue(encode(first.value));
    },
    async pull(controller) {
      try {
        const { done, value } = await pages.next();
        if (!done) return controller.enqueue(encode(value));
        await finish(true);
        controller.close();
      } catch (error) {
        log.error("staff.export_failed", error);
        await finish(false);
        controller.error(error);
      }
    },
    async cancel() {
      await pages.return(undefined);
      await finish(false);
    },
  });
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="orders-${new Date().toISOString().slice(0, 10)}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}
