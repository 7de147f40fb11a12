import type { OrderUpdateResult } from "@/lib/staff/order/mutations";
import { updateMessages } from "@/lib/staff/order/update-messages";

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
