import { BatchId } from "@/components/orders/batch-id";
import { Alert } from "@/components/ui/alert";

type PaidNoticeProps = {
  batchId: string;
  /** The batch is on this dashboard. */
  isHere: boolean;
};

/** Shows that a batch is paid. */
export function PaidNotice({ batchId, isHere }: PaidNoticeProps) {
  return (
    <Alert tone="success" isLive>
      Your batch <BatchId name={batchId} /> is paid
      {isHere ? " and on your dashboard." : ". It isn't in this account yet."}
    </Alert>
  );
}
