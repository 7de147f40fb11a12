import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

/** The most picked orders of one file: their ids stand in its address. */
export const MAX_PICKED_EXPORT = 100;
/** Says why more of them are not exported. */
export const TOO_MANY_PICKED = `At most ${MAX_PICKED_EXPORT} selected orders are exported at once. Select fewer, or narrow the list and export it.`;

/** Builds the address of the CSV file with these orders alone. */
export function pickedExportHref(ids: string[]): string {
  return withQuery(staffApiPaths.export, { orders: ids.join(",") });
}
