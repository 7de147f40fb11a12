import { paths, withQuery } from "@/lib/base/paths";

/** Returns the confirmation page's path, with the query that Stripe returns with. */
export function confirmationPath(payment: { sessionId: string; batchId: string; isPayg: boolean }): string {
  const { sessionId, batchId, isPayg } = payment;
  const mode = isPayg ? "payg" : undefined;
  return withQuery(paths.confirmation, { batch_id: batchId, mode, session_id: sessionId });
}
