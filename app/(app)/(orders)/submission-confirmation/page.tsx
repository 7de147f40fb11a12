import type { Metadata } from "next";
import { ConfirmationError } from "@/components/orders/confirmation/confirmation-error";
import { ConfirmationProgress } from "@/components/orders/confirmation/confirmation-progress";
import { ConfirmedSubmission } from "@/components/orders/confirmation/confirmed-submission";
import { log } from "@/lib/base/log";
import type { Query } from "@/lib/base/query";
import { loadConfirmedOrder } from "@/lib/orders/confirmation/loaders";
import { loadViewer } from "@/lib/orders/loaders";
import { confirmationQuerySchema } from "@/lib/orders/schema";

export const metadata: Metadata = { title: "Submission confirmation" };

export default async function ConfirmationPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = confirmationQuerySchema.parse(await searchParams);
  const viewer = await loadViewer();
  const isSignedIn = viewer.userId !== null;
  const { session_id: sessionId, batch_id: batchId, order_id: orderId, mode } = query;
  const isComplete = sessionId !== undefined && (mode === "payg" || batchId !== undefined);
  if (!isComplete) return <ConfirmationError isSignedIn={isSignedIn} reference={sessionId} />;
  const confirmed = await loadConfirmedOrder(sessionId, viewer).catch((error: unknown) => {
    // The progress page below retries. A database outage must not look like a lost payment.
    log.error("confirmation.lookup", error);
    return null;
  });
  if (confirmed) return <ConfirmedSubmission {...confirmed} isSignedIn={isSignedIn} />;
  const payment = { sessionId, batchId, orderId, isPayg: mode === "payg", userId: viewer.userId };
  return <ConfirmationProgress payment={payment} isSignedIn={isSignedIn} />;
}
