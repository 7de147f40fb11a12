import { batchPaths } from "@/lib/base/batch-paths";

/** Builds the dashboard's address with the tab and page of `now` and the drawer of a batch; null closes the drawer. */
export function drawerAddress(now: URLSearchParams, batchId: string | null): string {
  const query = new URLSearchParams(now);
  if (batchId === null) query.delete("batch");
  else query.set("batch", batchId);
  const text = query.toString();
  return text ? `${batchPaths.dashboard}?${text}` : batchPaths.dashboard;
}
