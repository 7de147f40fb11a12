import { sharedMessages } from "@/lib/base/shared-messages";
import type { JsonAnswer } from "@/lib/http/post-json";

/** Returns why no payment page opened: the server's message, or the specified one. */
export function checkoutFailure(answer: JsonAnswer<{ url?: string }>): string {
  if (answer.ok) return "No checkout URL received";
  if (answer.code === "no_answer") return "Failed to process payment. Please try again.";
  return answer.code === "unexpected" ? sharedMessages.checkoutFailed : answer.error;
}
