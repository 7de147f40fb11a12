import { displayBatchId } from "@/lib/orders/batch-id";
import { activityWords } from "@/lib/staff/activity/activity-words";
import type { ActivityRow } from "@/lib/staff/activity/schema";
import { csvRow } from "@/lib/staff/orders/csv";
import { doerWords } from "@/lib/staff/words";

/** Holds the first row of an export of what staff did, with the mark (U+FEFF) by which spreadsheets know UTF-8. */
export const activityCsvHeading = `\uFEFF${csvRow(["When", "Who", "What", "Batch ID", "About", "Change", "Reason or note"])}`;

/** Writes a line of what staff did as a row of the export; the time as ISO text. */
export function activityCsvRow(row: ActivityRow): string {
  const { title, about, change } = activityWords(row);
  const batch = row.source === 0 ? displayBatchId({ id: row.order_id, batch_id: row.batch_id }) : null;
  return csvRow([row.at, doerWords(row), title, batch, about, change, row.source === 0 ? row.message : null]);
}
