import { isReason, reasonWords } from "@/lib/orders/words";

/**
 * Says a reason in words as reasonWords does, for a value of an order's history: any other word stays as it is
 * stored.
 */
export function storedReasonWords(value: string): string {
  return isReason(value) ? reasonWords(value) : value;
}
