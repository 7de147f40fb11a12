import { BatchCode } from "@/components/orders/slab-label";
import { BatchHeader, WhereaboutsBadge } from "@/components/staff/batch-facts";
import { ReadyTable } from "@/components/staff/ready-table";
import { ReleaseAddress } from "@/components/staff/release-address";
import { LookUpForm, ReturnForm } from "@/components/staff/returns/return-forms";
import { ScanKeys } from "@/components/staff/scan-keys";
import { RecentActions } from "@/components/staff/staff-actions/action-list";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { displayBatchId } from "@/lib/orders/batch-id";
import { parcelLines } from "@/lib/orders/print/print";
import { countText } from "@/lib/staff/labels";
import {
  cardsHereText,
  type ReturnDesk,
  type ReturnedOrder,
  returnRefusalText,
  unpaidReturnText,
} from "@/lib/staff/returns/return-desk";

export function ReturnsScreen({ desk, code }: { desk: ReturnDesk; code: string }) {
  const { orders, ready, ready_total: total, actions, staff_role: role } = desk;
  return (
    <StaffFrame title={readyText(total)} staffRole={role} lead="Scan the batch, then the carrier's label.">
      <ScanKeys />
      <LookUpForm code={code} isFree={orders.every(({ refusal }) => refusal !== null)} />
      {code && orders.length === 0 ? (
        <Alert tone="danger" isLive title={`No batch matches “${code}”`}>
          Check the label and scan again.
        </Alert>
      ) : null}
      {orders.map((order) => (
        <ReturnCard key={order.id} order={order} />
      ))}
      <RecentActions actions={actions} />
      {ready.length > 0 ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Ready to ship back</h2>
          <ReadyTable to="return" orders={ready} />
        </section>
      ) : null}
    </StaffFrame>
  );
}

function readyText(total: ReturnDesk["ready_total"]): string {
  if (total.count === 0) return "Nothing to ship back";
  return `Ship back ${countText(total)} ${total.count === 1 ? "batch" : "batches"}`;
}

export function ReturnCard({ order }: { order: ReturnedOrder }) {
  const address = parcelLines(order.return_address ?? {});
  const unpaid = unpaidReturnText(order);
  const code = displayBatchId(order);
  const customer = order.customer_name ?? order.email ?? "Guest";
  const facts: [string, React.ReactNode][] = address[0] === customer ? [] : [["Customer", customer]];
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (order.tracking_number) facts.push(["Tracking number", order.tracking_number]);
  if (order.notes) facts.push(["Customer's note", order.notes]);
  return (
    <Card className="sm:p-6">
      <BatchHeader
        order={order}
        figure={order.received_count ?? order.num_cards}
        heading={
          <h2>
            <BatchCode code={code} />
          </h2>
        }
        className="mb-5"
      >
        <WhereaboutsBadge order={order} />
      </BatchHeader>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="space-y-5">
          {facts.length > 0 ? <FactList facts={facts} /> : null}
          {address.length > 0 ? (
            <p className="wrap-anywhere whitespace-pre-line font-medium">{address.join("\n")}</p>
          ) : (
            <Alert tone="warning" title="No return address. Ask the customer before you ship." />
          )}
        </div>
        <div className="space-y-5">
          {order.refusal === "address_held" && order.address_held_until ? (
            <ReleaseAddress order={order} until={order.address_held_until} />
          ) : order.refusal ? (
            <Alert tone="danger" isLive title={returnRefusalText(order.refusal, order.grader_shipment_id)} />
          ) : (
            <>
              {unpaid ? <Alert tone="warning" title={unpaid} /> : null}
              {order.cards_here !== null && !unpaid ? (
                <Alert tone="warning" isLive title={cardsHereText(order.cards_here)} />
              ) : null}
              <ReturnForm
                key={order.id}
                order={{ id: order.id, version: order.version, name: code }}
                hasAddress={address.length > 0}
              />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
