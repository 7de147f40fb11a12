import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";
import { run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** What is exported, and by which filters; null for none. */
export type ExportAsked = {
  kind: "orders" | "manifest";
  filter: Record<string, string | number | null>;
};

const begunSchema = z.object({ export_id: z.number() });

/**
 * Records that a member of staff exports a file (staff_begin_export), and returns its number. The owners are emailed, except about a
 * manifest. `rows` is given where they are known, which ends it.
 */
export async function beginExport(
  actor: string,
  { kind, filter }: ExportAsked,
  rows: number | null = null,
): Promise<number> {
  const asked = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && value !== ""),
  );
  const args = { p_actor: actor, p_kind: kind, p_filter: asked, p_rows: rows };
  return (await writeAsStaff("staff_begin_export", args, begunSchema)).export_id;
}

/** Records how many rows a file has and whether it is complete; a repeated call changes nothing. */
export async function finishExport(exportId: number, rows: number, isComplete: boolean): Promise<void> {
  const args = { p_export_id: exportId, p_rows: rows, p_is_complete: isComplete };
  await run(serviceClient(), "staff_finish_export", args);
}
