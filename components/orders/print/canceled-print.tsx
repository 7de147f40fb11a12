import { CanceledNotice } from "@/components/orders/batch/canceled-notice";
import { BatchId } from "@/components/orders/batch-id";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { cancellationOf } from "@/lib/orders/cancellation";
import type { PrintedOrder } from "@/lib/orders/order";

export function CanceledPrint({ order, isForStaff }: { order: PrintedOrder; isForStaff: boolean }) {
  const canceled = cancellationOf(order, null, "by_staff", null);
  const name = displayBatchId(order);
  return (
    <MessagePage
      title="This batch is canceled"
      tone="warning"
      text={
        <>
          <BatchId name={name} /> no longer needs a label or packing slip.
        </>
      }
      support
      actions={
        isForStaff ? (
          <ButtonLink href={staffPaths.order(order.id)}>Open order</ButtonLink>
        ) : (
          // A link in an old email must not reveal a tracking link that has since been replaced.
          <ButtonLink href={order.user_id ? paths.batch(name) : paths.findBatch}>
            {order.user_id ? "Open this batch" : "Email me the link"}
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
