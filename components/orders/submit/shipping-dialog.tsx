import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { DialogButton } from "@/components/ui/dialog-button";
import { Mark } from "@/components/ui/mark";
import { formatCents, toCents } from "@/lib/base/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";

/**
 * Shows a button in a row of batches that opens where to send a paid one, what to write outside, what to put inside,
 * and what can be printed for it.
 */
export function ShippingDialog({ order }: { order: Order }) {
  const batchId = displayBatchId(order);
  return (
    <DialogButton
      variant="quiet"
      size="sm"
      label={
        <>
          <Mark name="package-open" className="size-4" />
          <span>
            How to ship<span className="sr-only"> {batchId}</span>
          </span>
        </>
      }
      title="Shipping instructions"
      footer={<OrderPrintLinks orderId={order.id} batchId={batchId} isNextStep />}
    >
      <ShippingInstructions
        batchId={batchId}
        email={order.user_email}
        total={formatCents(toCents(order.total_paid))}
      />
    </DialogButton>
  );
}
