import { Alert } from "@/components/ui/alert";
import { paths } from "@/lib/base/paths";
import { formatLongDate } from "@/lib/base/time";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";

/** Says above the sample batch that it is made up, and what a real one shows besides. */
export function SampleNotice() {
  return (
    <Alert
      tone="info"
      title="This is a sample"
      action={
        <a className="link" href={paths.submitPayg}>
          Submit a batch
        </a>
      }
    >
      A made-up batch, as on {formatLongDate(new Date(SAMPLE_BATCH.readAt).toISOString())}. Yours also shows
      our photographs and the custody receipt, to who has your link alone.
    </Alert>
  );
}
