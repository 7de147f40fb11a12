import { sharedMessages } from "@/lib/base/shared-messages";
import type { JsonAnswer } from "@/lib/http/post-json";

/**
 * Says why no payment page opened, for the submit form: the server's own words where it has some, else those of the
 * specification's error catalogue.
 */
export function checkoutFailure(answer: JsonAnswer<{ url?: string }>): string {
  if (answer.ok) return "No checkout URL received";
  if (answer.code === "no_answer") return "Failed to process payment. Please try again.";
  return answer.code === "unexpected" ? sharedMessages.checkoutFailed : answer.error;
}
