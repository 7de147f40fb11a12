import { SubmissionRows } from "@/components/orders/dashboard/submission-rows";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { HeadRow, Table } from "@/components/ui/table";
import { paths, withQuery } from "@/lib/base/paths";
import { batchRow } from "@/lib/orders/dashboard";
import type { Order } from "@/lib/orders/order";
import type { Adjustment } from "@/lib/orders/schema";

type SubmissionsTableProps = { caption: string; orders: Order[]; asked?: Adjustment[] };

export function SubmissionsTable({ caption, orders, asked = [] }: SubmissionsTableProps) {
  const now = Date.now();
  const askedOf = (id: string) => asked.find(({ order_id: orderId }) => orderId === id);
  return (
    <Table caption={caption} isStacked className="batch-rows">
      <HeadRow
        columns={["Batch ID", "Date", "Cards", "Status", "Back by", "Payment", "Tracking"]}
        figures={["Cards"]}
      />
      <tbody>
        <SubmissionRows rows={orders.map((order) => batchRow(order, now, askedOf(order.id)))} />
      </tbody>
    </Table>
  );
}

/** The order at the edge of a page, from which the next page is read. Null if there is no such page. */
export type Cursor = { submitted_at: string; id: string } | null;
type DashboardPagesProps = { orders: Order[]; asked: Adjustment[]; prev: Cursor; next: Cursor };

export function DashboardPages({ orders, asked, prev, next }: DashboardPagesProps) {
  const newest = withQuery(paths.dashboard, { tab: "all" });
  if (orders.length === 0) {
    return (
      <Card className="space-y-4 py-10 text-center">
        <p className="text-text-muted">No submissions on this page.</p>
        <ButtonLink variant="secondary" href={newest}>
          Newest
        </ButtonLink>
      </Card>
    );
  }
  return (
    <div className="space-y-4">
      <h2 className="sr-only">All submissions</h2>
      <SubmissionsTable caption="All submissions" orders={orders} asked={asked} />
      {prev || next ? (
        <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2">
          <span className="flex gap-2">
            {prev ? (
              <>
                <ButtonLink variant="secondary" size="sm" href={newest}>
                  Newest
                </ButtonLink>
                <ButtonLink variant="secondary" size="sm" href={beside("before", prev)}>
                  Newer
                </ButtonLink>
              </>
            ) : null}
          </span>
          {next ? (
            <ButtonLink variant="secondary" size="sm" href={beside("after", next)}>
              Older
            </ButtonLink>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function beside(side: "before" | "after", cursor: NonNullable<Cursor>): string {
  return withQuery(paths.dashboard, { tab: "all", [side]: cursor.submitted_at, id: cursor.id });
}
