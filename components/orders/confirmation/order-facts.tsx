import { BatchId } from "@/components/orders/batch-id";
import { SlabLabel } from "@/components/orders/slab-label";
import { Badge } from "@/components/ui/badge";
import { FactList } from "@/components/ui/fact-list";
import { formatCents, toCents } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import type { ConfirmedOrder } from "@/lib/orders/confirmation/confirmation";

export function PaidSlab({ order }: { order: ConfirmedOrder }) {
  return (
    <SlabLabel
      size="large"
      title={batchTitle(order)}
      code={displayBatchId({ id: order.order_id, batch_id: order.batch_id })}
      figure={order.num_cards}
      corner={`Paid ${formatCents(toCents(order.total_paid))}`}
    />
  );
}

type OrderFactsProps = {
  order: ConfirmedOrder;
  isCanceled?: boolean;
  more: [name: string, value: React.ReactNode][];
};

export function OrderFacts({ order, isCanceled = false, more }: OrderFactsProps) {
  const cards = order.num_cards.toLocaleString("en-US");
  const rate = formatCents(order.rate_cents);
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  return (
    <FactList
      facts={[
        ["Batch ID", <BatchId key="batch" name={batchId} className="normal-nums" />],
        ["Order type", plans[order.plan_type].label],
        ["Cards", cards],
        ["Rate per card", rate],
        [
          "Total paid",
          <span key="total">
            <span className="mr-2 font-normal text-text-muted">{`${cards} × ${rate}`} =</span>
            {formatCents(toCents(order.total_paid))}
          </span>,
        ],
        [
          "Payment status",
          <Badge key="payment" tone={isCanceled ? "neutral" : "success"}>
            {isCanceled ? "Canceled" : "Paid"}
          </Badge>,
        ],
        ...more,
      ]}
    />
  );
}

/** Adds the facts for the owner only: the confirmation email's address, the notes and the receipt. */
export function OwnOrderFacts({ order, isCanceled }: Omit<OrderFactsProps, "more">) {
  const { notes, receipt_url: url } = order;
  const email = order.user_email ?? order.guest_email;
  const more: OrderFactsProps["more"] = email ? [["Confirmation sent to", email]] : [];
  if (notes)
    more.push([
      "Notes",
      <span key="notes" className="whitespace-pre-line">
        {notes}
      </span>,
    ]);
  if (url)
    more.push([
      "Receipt",
      <a key="receipt" className="link" href={url} rel="noreferrer" target="_blank">
        View receipt
      </a>,
    ]);
  return <OrderFacts order={order} isCanceled={isCanceled} more={more} />;
}
