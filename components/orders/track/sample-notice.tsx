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
      The batch and its dates are made up, and shown as on{" "}
      {formatLongDate(new Date(SAMPLE_BATCH.readAt).toISOString())}; the page is the one that you get for
      yours. There you also see our photographs of your package and cards, and the custody receipt. Only
      people with your link can open it.
    </Alert>
  );
}
