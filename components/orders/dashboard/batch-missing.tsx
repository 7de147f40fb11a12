import { BatchDrawer } from "@/components/orders/dashboard/batch-drawer";
import { Alert } from "@/components/ui/alert";

/** The drawer of a batch that is not among the person's own. */
export function BatchMissing({ batchId }: { batchId: string }) {
  return (
    <BatchDrawer batchId={batchId}>
      <Alert tone="warning" title="No such batch on your dashboard">
        Please check the batch ID. A batch that was paid without an account appears after you log in with the
        e-mail address it was paid with.
      </Alert>
    </BatchDrawer>
  );
}
