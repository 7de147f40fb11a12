import { paths } from "@/lib/base/paths";

/** Builds the dashboard's address with the tab and page of `now` and the drawer of a batch; null closes the drawer. */
export function drawerAddress(now: URLSearchParams, batchId: string | null): string {
  const query = new URLSearchParams(now);
  if (batchId === null) query.delete("batch");
  else query.set("batch", batchId);
  const text = query.toString();
  return text ? `${paths.dashboard}?${text}` : paths.dashboard;
}
