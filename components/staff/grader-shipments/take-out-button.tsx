"use client";
import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { useSeenShipment } from "@/components/staff/grader-shipments/seen-shipment";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { GraderShipment } from "@/lib/staff/grader-shipments/grader-shipment";

type TakeOutButtonProps = {
  shipmentId: number;
  orderId: string;
  name: string;
  /** The shipment has left, so we ask whether the batch stayed here. */
  hasLeft: boolean;
};

/** Removes a batch from its shipment. Blocks the other buttons until its row is gone, since rows move under the pointer. */
export function TakeOutButton({ shipmentId, orderId, name, hasLeft }: TakeOutButtonProps) {
  const { post, isBusy, failure } = usePost();
  const seen = useSeenShipment();
  const [isAsking, setIsAsking] = useState(false);

  function takeOut() {
    setIsAsking(false);
    const sent = post<{ shipment: GraderShipment }>(
      staffApiPaths.shipmentTakeOut(String(shipmentId)),
      { order_id: orderId },
      { done: `${name} removed` },
    );
    seen.startTaking(async () => {
      const answer = await sent;
      if (answer.ok) seen.note(answer.data.shipment.version);
    });
  }

  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        isBusy={isBusy}
        isAtRest={seen.isTaking}
        onClick={() => (hasLeft ? setIsAsking(true) : takeOut())}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
      <Failure>{failure}</Failure>
      <ConfirmDialog
        title={
          <>
            Did <BatchId name={name} /> stay here?
          </>
        }
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ isBusy, onClick: takeOut, children: "Remove batch" }}
      >
        This shipment has left. Remove the batch only if it wasn't in the box. The batch will lose its
        submission number, and the customer will see “Getting ready”.
      </ConfirmDialog>
    </>
  );
}
