import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";

export function PaidNotice({ batchId, isHere }: { batchId: string; isHere: boolean }) {
  return (
    <Alert tone="success" isLive>
      Your batch <BatchId name={batchId} /> is paid for
      {isHere ? " and on your dashboard." : ". It isn't in this account yet."}
    </Alert>
  );
}
