import * as z from "zod/mini";

/** What the browser remembers of a batch between the form and the confirmation. Amounts in dollars. */
const pendingBatchSchema = z.object({
  batchId: z.string(),
  numCards: z.number(),
  notes: z.string(),
  totalAmount: z.number(),
  timestamp: z.number(),
});
export type PendingBatch = z.infer<typeof pendingBatchSchema>;

const KEYS = {
  batch: "pending_batch",
  sessionId: "pending_session_id",
  plan: "pending_plan",
  isGuest: "isGuest",
  completed: "submission_completed",
  newBatch: "new_submission_batch",
  refresh: "force_dashboard_refresh",
} as const;

/** Remembers a batch that is on its way to the payment page. */
export function savePendingBatch(batch: PendingBatch, isGuest: boolean): void {
  write(KEYS.batch, JSON.stringify(batch));
  write(KEYS.isGuest, String(isGuest));
}

/** The batch that was on its way to the payment page, or null. */
export function readPendingBatch(): PendingBatch | null {
  try {
    const text = sessionStorage.getItem(KEYS.batch);
    return text ? (z.safeParse(pendingBatchSchema, JSON.parse(text)).data ?? null) : null;
  } catch {
    // Storage is switched off or holds something else: there is no draft then.
    return null;
  }
}

/** Forgets the pending batch and tells the dashboard that a new one is paid. */
export function completePendingBatch(batchId: string): void {
  for (const key of [KEYS.batch, KEYS.sessionId, KEYS.plan, KEYS.isGuest]) remove(key);
  write(KEYS.completed, "true");
  write(KEYS.newBatch, batchId);
  write(KEYS.refresh, "true");
}

/** Forgets the draft without having paid. */
export function discardPendingBatch(): void {
  remove(KEYS.batch);
}

/** The batch whose payment was confirmed since the dashboard was last open; reading it clears it. */
export function takeCompletedBatch(): string | null {
  try {
    const isCompleted = sessionStorage.getItem(KEYS.completed) === "true";
    const batchId = sessionStorage.getItem(KEYS.newBatch);
    for (const key of [KEYS.completed, KEYS.newBatch, KEYS.refresh]) remove(key);
    return isCompleted ? batchId : null;
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage the draft is not kept; paying works all the same.
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // See write().
  }
}
