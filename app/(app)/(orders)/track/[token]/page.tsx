import { notFound } from "next/navigation";
import { TrackedBatch } from "@/components/orders/batch/tracked-batch";
import { firstValue, type Query } from "@/lib/base/query";
import { secretLinkMetadata } from "@/lib/marketing/page-metadata";
import { loadTrackedBatch } from "@/lib/orders/tracking/loaders";

export const metadata = secretLinkMetadata("Track your batch");

type TrackPageProps = { params: Promise<{ token: string }>; searchParams: Promise<Query> };

/** Shows a batch to anyone with its link, without the name, address or account. */
export default async function TrackPage({ params, searchParams }: TrackPageProps) {
  const { token } = await params;
  const batch = await loadTrackedBatch(token);
  if (!batch) notFound();
  const paidId = firstValue((await searchParams).paid) ?? null;
  return <TrackedBatch batch={batch} token={token} paidId={paidId} />;
}
