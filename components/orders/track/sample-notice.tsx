import { Alert } from "@/components/ui/alert";
import { paths } from "@/lib/base/paths";

/** Shows that the batch below is a sample, and what a real one has besides. */
export function SampleNotice() {
  return (
    <Alert
      tone="info"
      isOneLine
      action={
        <a className="link" href={paths.submitPayg}>
          Submit a batch
        </a>
      }
    >
      <b>Sample batch.</b> Yours will also have photos and a custody receipt, visible only with your link.
    </Alert>
  );
}
