import { BatchId } from "@/components/orders/batch-id";
import { CardsCell } from "@/components/orders/order-cells";
import { ActList } from "@/components/staff/acts/act-list";
import { LookUpForm } from "@/components/staff/returns/look-up-form";
import { ReturnCard } from "@/components/staff/returns/return-card";
import { ScanKeys } from "@/components/staff/scan-keys";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { countWords } from "@/lib/staff/labels";
import type { ReturnDesk } from "@/lib/staff/returns/return-desk";

type ReturnsScreenProps = {
  desk: ReturnDesk;
  /** What was scanned or typed; "" when nothing was. */
  code: string;
};

/**
 * Shows the page from which cards go home: scan the batch, look at its address, scan the carrier's label. A scanner's
 * Enter is all it takes.
 */
export function ReturnsScreen({ desk, code }: ReturnsScreenProps) {
  const { orders, ready, ready_total: total, acts, staff_role: role } = desk;
  return (
    <StaffFrame
      title="Back to the owner"
      staffRole={role}
      lead="Scan the batch, then the carrier's label on its box."
    >
      <ScanKeys />
      <LookUpForm code={code} isFree={orders.every(({ refusal }) => refusal !== null)} />
      {code && orders.length === 0 ? (
        <Alert tone="danger" isLive title={`No batch “${code}”`}>
          Check the label and scan again.
        </Alert>
      ) : null}
      {orders.map((order) => (
        <ReturnCard key={order.id} order={order} />
      ))}
      {acts.length > 0 ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Done here last</h2>
          <Card>
            <ActList acts={acts} hasBatches />
          </Card>
        </section>
      ) : null}
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Ready to return: {countWords(total)}</h2>
        <p className="text-sm text-text-muted">
          Graded, here, and nothing open. The oldest comes first. What was refunded while it was here is under{" "}
          <a className="link" href={withQuery(staffPaths.orders, { view: "to_send_back" })}>
            Orders
          </a>
          ; it goes back from here as well.
        </p>
        <ReadyToReturn orders={ready} />
      </section>
    </StaffFrame>
  );
}

function ReadyToReturn({ orders }: { orders: ReturnDesk["ready"] }) {
  if (orders.length === 0)
    return <p className="text-text-muted">None. Batches appear when their cards are back from the grader.</p>;
  return (
    <Table caption="Batches ready to return, longest here first" isStacked>
      <HeadRow columns={["Batch ID", "Customer", "Cards", "Shelf", "Received"]} figures={["Cards"]} />
      <tbody>
        {orders.map((order) => {
          const name = displayBatchId(order);
          return (
            <tr key={order.id}>
              <Cell place="head">
                <BatchId
                  name={name}
                  href={withQuery(staffPaths.returns, { code: name })}
                  className="font-medium"
                />
              </Cell>
              <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
                {order.customer_name ?? order.email ?? "Guest"}
              </Cell>
              <CardsCell count={order.received_count ?? order.num_cards} />
              <Cell label="Shelf" className="wrap-anywhere">
                {order.shelf_location ?? "—"}
              </Cell>
              <Cell label="Received" isPlain className="whitespace-nowrap">
                {order.received_at ? <Time at={order.received_at} /> : "—"}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
