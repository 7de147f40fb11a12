import { paths, withQuery } from "@/lib/base/paths";

/** Answers the path of the page that confirms a payment, with the query that Stripe's page leads back with. */
export function confirmationPath(payment: { sessionId: string; batchId: string; isPayg: boolean }): string {
  const { sessionId, batchId, isPayg } = payment;
  const mode = isPayg ? "payg" : undefined;
  return withQuery(paths.confirmation, { batch_id: batchId, mode, session_id: sessionId });
}
