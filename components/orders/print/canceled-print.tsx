import { BatchId } from "@/components/orders/batch-id";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { cancellationOf } from "@/lib/orders/cancellation";
import type { PrintedOrder } from "@/lib/orders/order";

type CanceledPrintProps = {
  order: PrintedOrder;
  /** Staff read it: they have a page of their own about it. */
  isForStaff: boolean;
};

/** Stands in place of the papers of a canceled batch: they are not needed, what becomes of its cards, and where to follow it. */
export function CanceledPrint({ order, isForStaff }: CanceledPrintProps) {
  const canceled = cancellationOf(order, null, "by_staff", null);
  const name = displayBatchId(order);
  return (
    <MessagePage
      title="This batch is canceled"
      tone="warning"
      text={
        <>
          Label and packing slip of <BatchId name={name} /> are not needed any more.
        </>
      }
      support
      actions={
        isForStaff ? (
          <ButtonLink href={staffPaths.order(order.id)}>Open the order</ButtonLink>
        ) : (
          // A link of an old mail gives nobody the tracking link that its owner may have renewed since.
          <ButtonLink href={order.user_id ? paths.batch(name) : paths.findBatch}>
            {order.user_id ? "Open this batch" : "Have its link emailed"}
          </ButtonLink>
        )
      }
    >
      {canceled?.kind === "canceled" ? (
        <div className="text-left">
          <CanceledNotice canceled={canceled} />
        </div>
      ) : null}
    </MessagePage>
  );
}
