import { BatchId } from "@/components/orders/batch-id";
import { StaffPaymentBadge, WhereaboutsBadge } from "@/components/staff/order-badges";
import { ReleaseAddress } from "@/components/staff/release-address";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount } from "@/lib/base/words";
import { parcelLines } from "@/lib/orders/address-lines";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  cardsHereWords,
  type ReturnedOrder,
  returnRefusalWords,
  unpaidReturnWords,
} from "@/lib/staff/returns/return-desk";

/**
 * Shows a batch that was scanned to be sent back: whose, how many cards, where to, and the form for the carrier's label; or why
 * it cannot go.
 */
export function ReturnCard({ order }: { order: ReturnedOrder }) {
  const address = parcelLines(order.return_address ?? {});
  const unpaid = unpaidReturnWords(order);
  const facts: [string, React.ReactNode][] = [
    ["Cards", cardCount(order.received_count ?? order.num_cards)],
    ["Customer", order.customer_name ?? order.email ?? "Guest"],
  ];
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (order.tracking_number) facts.push(["Tracking number", order.tracking_number]);
  if (order.notes) facts.push(["Customer's notes", order.notes]);
  return (
    <Card className="sm:p-6">
      <CardHeader
        title={<BatchId name={displayBatchId(order)} href={staffPaths.order(order.id)} />}
        aside={
          <div className="flex flex-wrap gap-2">
            <StaffPaymentBadge status={order.payment_status} />
            <WhereaboutsBadge order={order} />
          </div>
        }
      />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="space-y-5">
          <FactList facts={facts} />
          {address.length > 0 ? (
            <p className="wrap-anywhere whitespace-pre-line font-medium">{address.join("\n")}</p>
          ) : (
            <Alert tone="warning" title="No address is known: ask the customer before it is sent" />
          )}
        </div>
        <div className="space-y-5">
          {order.refusal === "address_held" && order.address_held_until ? (
            <ReleaseAddress order={order} until={order.address_held_until} />
          ) : order.refusal ? (
            <Alert tone="danger" isLive title={returnRefusalWords(order.refusal, order.grader_group_id)} />
          ) : (
            <>
              {unpaid ? <Alert tone="warning" title={unpaid} /> : null}
              {order.cards_here !== null && !unpaid ? (
                <Alert tone="warning" isLive title={cardsHereWords(order.cards_here)} />
              ) : null}
              <ReturnForm
                key={order.id}
                order={{ id: order.id, version: order.version, name: displayBatchId(order) }}
                hasAddress={address.length > 0}
              />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
