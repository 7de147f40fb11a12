/** What the confirmation page makes of the process call's answer. */
export type PaymentOutcome = "confirmed" | "pending" | "refused" | "confirming";

type Answer =
  | { ok: true; status: number; data: { success?: boolean } | null }
  | { ok: false; status: number; error: string };

/**
 * Only a success the server has checked is "confirmed" (a conflict says that it was processed before). A definite no
 * of the server is "refused". Whatever is not known, because something did not answer or made no sense, is
 * "confirming": never a bare success, never a false alarm.
 */
export function paymentOutcome(answer: Answer): PaymentOutcome {
  if (answer.ok) {
    if (answer.data?.success === true) return "confirmed";
    return answer.data?.success === false ? "pending" : "confirming";
  }
  if (answer.status === 409) return "confirmed";
  const isDefinite =
    answer.status >= 400 && answer.status < 500 && ![401, 408, 425, 429].includes(answer.status);
  return isDefinite ? "refused" : "confirming";
}

/** Milliseconds until the next question: 3 s for the first minute, then 15 s. */
export function pollDelayMs(polls: number): number {
  return polls < 20 ? 3_000 : 15_000;
}
