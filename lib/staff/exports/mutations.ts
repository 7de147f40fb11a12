import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

export type ExportFilter = Record<string, string | number | null>;

const begunSchema = z.object({ export_id: z.number() });

/**
 * Records an export (staff_begin_export) and returns its ID. Owners get an email, except for a manifest. With `rows`,
 * records the export as finished.
 */
export async function beginExport(
  actor: string,
  kind: "orders" | "manifest",
  filter: ExportFilter,
  rows: number | null = null,
): Promise<number> {
  const set = Object.entries(filter).filter(([, value]) => value !== null && value !== "");
  const args = { actor, kind, filter: Object.fromEntries(set), rows };
  return (await writeAsStaff("staff_begin_export", args, begunSchema)).export_id;
}

/** Records how many rows were sent and whether the file is complete. Idempotent. */
export async function finishExport(exportId: number, rows: number, isComplete: boolean): Promise<void> {
  const args = { export_id: exportId, rows, is_complete: isComplete };
  await run(serviceClient(), "staff_finish_export", args);
}
