import { Fragment } from "react";
import { BatchId, batchIdLook } from "@/components/orders/batch-id";
import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

/** So many batches are named; who has more finds the others in their rows. */
export const NAMED = 3;

/** Names the first three batches: "BATCH-A, BATCH-B, BATCH-C and 2 more". `isLinked`: each opens its drawer. */
export function BatchNames({ orders, isLinked }: { orders: Order[]; isLinked?: boolean }) {
  const names = orders.slice(0, NAMED).map(displayBatchId);
  return (
    <>
      {names.map((name, place) => (
        <Fragment key={name}>
          {place > 0 ? ", " : null}
          {isLinked ? (
            <BatchLink batchId={name} look={`link ${batchIdLook(name)}`} />
          ) : (
            <BatchId name={name} />
          )}
        </Fragment>
      ))}
      {orders.length > NAMED ? ` and ${orders.length - NAMED} more` : null}
    </>
  );
}
