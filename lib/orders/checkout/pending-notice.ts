import { readStored, writeStored } from "@/lib/base/session-store";

/**
 * What this tab remembers of a paid batch until the dashboard has said so. Apart from pending-batch, so that the
 * dashboard's script does not carry its schema.
 */
const KEYS = {
  completed: "submission_completed",
  batchId: "new_submission_batch",
  refresh: "force_dashboard_refresh",
} as const;

/**
 * Leaves a notice for the dashboard that a batch is paid, and that a dashboard out of the browser's memory is stale.
 */
export function savePendingNotice(batchId: string): void {
  writeStored(KEYS.completed, "true");
  writeStored(KEYS.batchId, batchId);
  writeStored(KEYS.refresh, "true");
}

/**
 * Takes the notice: the batch whose payment was confirmed since the dashboard was last open, null without one. A
 * notice is told once; taking it clears all its keys.
 */
export function takePendingNotice(): string | null {
  const isCompleted = readStored(KEYS.completed) === "true";
  const batchId = readStored(KEYS.batchId);
  for (const key of Object.values(KEYS)) writeStored(key, undefined);
  return isCompleted ? batchId : null;
}

/**
 * Tells whether a dashboard out of the browser's memory is older than a payment that was confirmed since. Changes
 * nothing.
 */
export function isDashboardStale(): boolean {
  return readStored(KEYS.refresh) === "true";
}
