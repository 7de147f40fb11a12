import { readStored, writeStored } from "@/lib/base/session-store";

/** A paid batch not yet announced on the dashboard. Separate from pending-batch, to keep the dashboard's script small. */
const KEYS = {
  completed: "submission_completed",
  batchId: "new_submission_batch",
  refresh: "force_dashboard_refresh",
} as const;

export function savePendingNotice(batchId: string): void {
  writeStored(KEYS.completed, "true");
  writeStored(KEYS.batchId, batchId);
  writeStored(KEYS.refresh, "true");
}

/** Returns and clears the notice: the batch paid since the dashboard was last open, or null. */
export function takePendingNotice(): string | null {
  const isCompleted = readStored(KEYS.completed) === "true";
  const batchId = readStored(KEYS.batchId);
  for (const key of Object.values(KEYS)) writeStored(key, undefined);
  return isCompleted ? batchId : null;
}

/** Returns whether a cached dashboard is older than the last confirmed payment. */
export function isDashboardStale(): boolean {
  return readStored(KEYS.refresh) === "true";
}
