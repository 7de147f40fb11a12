import type { OrderUpdateResult } from "@/lib/staff/mutations";

export const updateMessages = {
  failed: "Failed to update order",
  conflict: "Somebody else changed this order in the meantime. Look at what they did, then save again.",
  reasonRequired: "The payment service says otherwise about this payment. Please give a reason.",
} as const;

/** What an endpoint answers about one save. */
export function updateAnswer(result: Exclude<OrderUpdateResult, { outcome: "not_found" }>): {
  status: number;
  body: object;
} {
  switch (result.outcome) {
    case "updated":
      return { status: 200, body: { order: result.order, changed: result.changed } };
    case "unchanged":
      return { status: 200, body: { order: result.order, changed: [] } };
    case "reason_required":
      return {
        status: 422,
        body: { error: updateMessages.reasonRequired, needs_reason: true, order: result.order },
      };
    case "conflict":
      return {
        status: 409,
        body: { error: updateMessages.conflict, order: result.order, changes: result.changes },
      };
  }
}
