import { SampleNotice, TrackedBatch } from "@/components/orders/batch/tracked-batch";
import { paths } from "@/lib/base/paths";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";

export const metadata = publicMetadata({
  title: "Sample batch",
  description: "See the tracking page that comes with every batch, step by step.",
  path: paths.trackSample,
});

export default function SamplePage() {
  return <TrackedBatch batch={SAMPLE_BATCH} token="sample" paidId={null} notice={<SampleNotice />} />;
}
