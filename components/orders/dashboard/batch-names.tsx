import { Fragment } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { paths } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

/** So many batches are named; who has more finds the others in their rows. */
export const NAMED = 3;

/** Names batches in the order they are given, the first three at most: "BATCH-A, BATCH-B, BATCH-C and 2 more". `isLinked`: a press opens one. */
export function BatchNames({ orders, isLinked }: { orders: Order[]; isLinked?: boolean }) {
  const names = orders.slice(0, NAMED).map(displayBatchId);
  return (
    <>
      {names.map((name, place) => (
        <Fragment key={name}>
          {place > 0 ? ", " : null}
          <BatchId name={name} href={isLinked ? paths.batch(name) : undefined} />
        </Fragment>
      ))}
      {orders.length > NAMED ? ` and ${orders.length - NAMED} more` : null}
    </>
  );
}
