import "server-only";
import { log } from "@/lib/base/log";
import type { ListQuery } from "@/lib/staff/orders/list-query";
import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Who of the staff asked for a file, and for which orders; what was searched for may be somebody's address. */
type ExportAsked = {
  userId: string;
  payment: ListQuery["payment"];
  fulfillment: ListQuery["fulfillment"];
  submission: ListQuery["submission"];
  view: ListQuery["view"];
  hasSearch: boolean;
};

/**
 * Streams orders as a CSV file in UTF-8, page by page as fast as the reader takes them. The first page is read before
 * anything is answered, so that a refusal is still a refusal (this throws); a later failure breaks the stream off with
 * an error, so that nobody takes half a file for all of it. A reader who goes away ends the reading. The file takes
 * many customers' facts out of the house, so the log keeps who asked for which.
 */
export async function exportOrders(
  pages: AsyncGenerator<StaffOrder[]>,
  asked: ExportAsked,
): Promise<ReadableStream<Uint8Array>> {
  const first = await pages.next();
  log.info("staff.exported", asked);
  const encoder = new TextEncoder();
  const rows = (orders: StaffOrder[]) => encoder.encode(orders.map(orderCsvRow).join(""));
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(orderCsvHeading));
      if (!first.done) controller.enqueue(rows(first.value));
    },
    async pull(controller) {
      try {
        const { done, value } = await pages.next();
        if (done) controller.close();
        else controller.enqueue(rows(value));
      } catch (error) {
        log.error("staff.export_failed", error);
        controller.error(error);
      }
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
}

/** Names the file by the day in UTC: orders-2026-11-21.csv. */
export function exportFileName(now: Date): string {
  return `orders-${now.toISOString().slice(0, 10)}.csv`;
}
