"use client";
import { createContext, useContext, useEffect, useRef, useState, useTransition } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { GraderShipment } from "@/lib/staff/grader-shipments/grader-shipment";

type Seen = {
  version: number;
  note: (version: number) => void;
  conflict: string | undefined;
  setConflict: (conflict: string | undefined) => void;
  /** A batch is being removed. Its row is about to disappear, which moves the others under the pointer. */
  isTaking: boolean;
  startTaking: React.TransitionStartFunction;
};
const SeenContext = createContext<Seen | null>(null);

/** Provides the shipment version that this page has seen: the loaded one, or the one after its own last action. */
export function SeenShipment({ version: read, children }: { version: number; children: React.ReactNode }) {
  const [noted, setNoted] = useState(read);
  const [conflict, setConflict] = useState<string>();
  const [isTaking, startTaking] = useTransition();
  const version = Math.max(read, noted);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);

  function note(next: number) {
    // A gap means that someone else changed the shipment in between.
    if (next !== known.current + 1) return;
    known.current = next;
    setNoted(next);
  }

  return (
    <SeenContext value={{ version, note, conflict, setConflict, isTaking, startTaking }}>
      {children}
    </SeenContext>
  );
}

/** Shows a conflict above the forms, because the other change may remove the forms. */
export function ShipmentConflict() {
  const { conflict } = useSeenShipment();
  return conflict ? <Alert tone="danger" isLive title={conflict} /> : null;
}

export function useSeenShipment(): Seen {
  const seen = useContext(SeenContext);
  if (!seen) throw new Error("useSeenShipment is used outside of SeenShipment");
  return seen;
}

type TakeOutButtonProps = {
  shipmentId: number;
  orderId: string;
  name: string;
  /** The shipment has left, so staff confirm that the batch stayed here. */
  hasLeft: boolean;
};

/** Removes a batch from its shipment. Blocks the other buttons until its row is gone, since rows move. */
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
