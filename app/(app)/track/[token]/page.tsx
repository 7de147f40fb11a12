import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TrackedBatch } from "@/components/orders/track/tracked-batch";
import { loadTrackedPhotos } from "@/lib/orders/photos/loaders";
import { loadTrackedBatch } from "@/lib/orders/tracking/loaders";

export const metadata: Metadata = {
  title: "Track a batch",
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

type TrackPageProps = { params: Promise<{ token: string }> };

/** Serves where a batch is to whoever holds its link: no account, no person, no address. */
export default async function TrackPage({ params }: TrackPageProps) {
  const { token } = await params;
  const [batch, photos] = await Promise.all([loadTrackedBatch(token), loadTrackedPhotos(token)]);
  if (!batch) notFound();
  return <TrackedBatch batch={batch} token={token} taken={photos} />;
}
