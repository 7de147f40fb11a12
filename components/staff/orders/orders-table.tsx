import { CardsCell, SubmittedCell, TotalCell } from "@/components/orders/order-cells";
import { StaffPaymentBadge } from "@/components/staff/order-badges";
import { OrderLink } from "@/components/staff/orders/order-drawer";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { plans } from "@/lib/base/plans";
import { displayBatchId } from "@/lib/orders/batch-id";
import { submissionStatus } from "@/lib/orders/status";
import { fulfillmentLabel } from "@/lib/staff/labels";
import { type ListQuery, orderHref } from "@/lib/staff/orders/list-query";
import type { StaffOrder } from "@/lib/staff/staff-order";

type OrdersTableProps = { orders: StaffOrder[]; query: ListQuery };

/** Shows the rows of the list, newest first. They are made on the server, so that they are there before any script. */
export function OrdersTable({ orders, query }: OrdersTableProps) {
  return (
    <Table
      caption="Orders, newest first"
      isStacked
      className="sm:[&_td]:px-3 sm:[&_td]:py-2.5 sm:[&_th]:px-3 sm:[&_th]:py-2.5"
    >
      <thead>
        <tr>
          <HeadCell className="w-px max-sm:hidden">
            <span className="sr-only">Select</span>
          </HeadCell>
          <HeadCell>Batch ID</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Submitted</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell className="text-right">Total</HeadCell>
          <HeadCell>Payment</HeadCell>
          <HeadCell>Fulfillment and step</HeadCell>
          <HeadCell>Tracking</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} href={orderHref(query, order.id)} />
        ))}
      </tbody>
    </Table>
  );
}

function OrderRow({ order, href }: { order: StaffOrder; href: string }) {
  const name = displayBatchId(order);
  const hasNumbers = order.tracking_number ?? order.grading_submission_number;
  return (
    <tr className="transition-colors hover:bg-surface-sunken/60 has-[input:checked]:bg-accent-soft">
      <Cell className="max-sm:absolute max-sm:top-3 max-sm:right-3 max-sm:z-10">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          value={order.id}
          data-version={order.version}
          data-name={name}
          autoComplete="off"
          className="block size-6 accent-accent sm:size-4.5"
        />
      </Cell>
      <Cell
        place="head"
        className="max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:pr-9!"
      >
        <OrderLink orderId={order.id} href={href}>
          {name}
        </OrderLink>
        <Notes order={order} />
      </Cell>
      <Cell label="Customer" isPlain place="line">
        <Two first={order.customer_name ?? order.email ?? "Guest, not paid yet"}>
          {order.customer_name ? order.email : null}
        </Two>
      </Cell>
      <SubmittedCell label="Submitted" at={order.submitted_at} />
      <CardsCell count={order.num_cards} />
      <TotalCell order={order} />
      <Cell label="Payment" isPlain>
        <StaffPaymentBadge status={order.payment_status} />
      </Cell>
      <Cell label="Fulfillment" isPlain place="line">
        <Two first={fulfillmentLabel(order.fulfillment_status)}>
          {submissionStatus(order.submission_status).label}
        </Two>
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={hasNumbers ? "max-sm:flex max-sm:gap-1.5" : "max-sm:hidden"}
      >
        <Two first={order.tracking_number ?? "—"}>{order.grading_submission_number}</Two>
      </Cell>
    </tr>
  );
}

/**
 * Shows a value that may be long, with a second one below. It is cut where it does not fit; the order itself shows all
 * of it.
 */
function Two({ first, children }: { first: string; children?: string | null }) {
  return (
    <div className="min-w-0 max-w-56 max-sm:flex max-sm:max-w-full max-sm:items-baseline max-sm:gap-x-2">
      <div className="truncate" title={first}>
        {first}
      </div>
      {children ? (
        <div className="truncate text-xs text-text-muted" title={children}>
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** Shows what sets an order apart: its plan, and whether it needs somebody's eyes. */
function Notes({ order }: { order: StaffOrder }) {
  const isMiscounted = order.received_count !== null && order.received_count !== order.num_cards;
  const needsEyes = order.open_exceptions > 0 || order.review_reason || order.dispute_status || isMiscounted;
  return (
    <div className="text-xs whitespace-nowrap text-text-muted">
      {order.placed_by_admin ? "Staff" : order.user_id ? plans[order.plan_type].label : "Guest"}
      {needsEyes ? <span className="font-medium text-danger"> · Needs a look</span> : null}
    </div>
  );
}
