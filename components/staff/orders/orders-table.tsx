import { CardsCell, TotalCell } from "@/components/orders/order-cells";
import { StaffPaymentBadge } from "@/components/staff/order-badges";
import { InlineNumber } from "@/components/staff/orders/inline-number";
import { OrderLink } from "@/components/staff/orders/order-drawer";
import { SortHead } from "@/components/staff/orders/sort-head";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { plans } from "@/lib/base/plans";
import { counted } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { submissionStatus } from "@/lib/orders/status";
import { fulfillmentLabel, rollUpLabel } from "@/lib/staff/labels";
import { type ListQuery, orderHref } from "@/lib/staff/orders/list-query";
import { attentionWords } from "@/lib/staff/orders/order-attention";
import { questionWords } from "@/lib/staff/orders/order-question";
import { orderWait } from "@/lib/staff/orders/order-wait";
import type { StaffOrder } from "@/lib/staff/staff-order";

const HEADS = {
  batch: [{ column: "batch", label: "Batch ID" }],
  customer: [{ column: "customer", label: "Customer" }],
  dates: [
    { column: "submitted", label: "Submitted", isDescendingFirst: true },
    { column: "waiting", label: "waiting" },
  ],
  cards: [{ column: "cards", label: "Cards", isDescendingFirst: true }],
  total: [{ column: "total", label: "Total", isDescendingFirst: true }],
  payment: [{ column: "payment", label: "Payment" }],
  status: [{ column: "status", label: "Fulfillment and status" }],
} as const;

type OrdersTableProps = { orders: StaffOrder[]; query: ListQuery };

/** Shows the rows of the list. They are made on the server, so that they are there before any script. */
export function OrdersTable({ orders, query }: OrdersTableProps) {
  const now = Date.now();
  return (
    <Table
      caption={orderWords(query)}
      isStacked
      isDense
      className="[&_tbody_tr]:transition-colors sm:[&_tbody_tr]:cursor-pointer [&_tbody_tr:has(input:checked)]:bg-accent-soft [&_tbody_tr:hover:not(:has(input:checked))]:bg-surface-sunken/60"
    >
      <thead>
        <tr>
          <HeadCell className="w-px max-sm:hidden">
            <span className="sr-only">Select</span>
          </HeadCell>
          <SortHead query={query} options={HEADS.batch} />
          <SortHead query={query} options={HEADS.customer} />
          <SortHead query={query} options={HEADS.dates} />
          <SortHead query={query} options={HEADS.cards} className="text-right" />
          <SortHead query={query} options={HEADS.total} className="text-right" />
          <SortHead query={query} options={HEADS.payment} />
          <SortHead query={query} options={HEADS.status} />
          <HeadCell>Tracking</HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} href={orderHref(query, order.id)} now={now} />
        ))}
      </tbody>
    </Table>
  );
}

/** Says in which order the rows stand. */
function orderWords({ view, sort }: ListQuery): string {
  if (sort) return `Orders by ${sort.by}, ${sort.isDescending ? "descending" : "ascending"}`;
  if (view === "overdue" || view === "ready_to_send") return "Orders, longest here first";
  if (view === "waiting") return "Orders, longest asked first";
  return view === "never_received" ? "Orders, longest paid first" : "Orders, newest first";
}

function OrderRow({ order, href, now }: { order: StaffOrder; href: string; now: number }) {
  const name = displayBatchId(order);
  const edited = { id: order.id, version: order.version, name };
  const hasNumbers = order.tracking_number ?? order.grading_submission_number;
  return (
    <tr>
      <Cell place="corner">
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
        <Notes order={order} now={now} />
      </Cell>
      <Cell label="Customer" isPlain place="line">
        <Two first={order.customer_name ?? order.email ?? "Guest, not paid yet"}>
          {order.customer_name ? order.email : null}
        </Two>
      </Cell>
      <Cell label="Submitted" isPlain className="whitespace-nowrap">
        <Time at={order.submitted_at} />
        <Wait order={order} now={now} />
      </Cell>
      <CardsCell count={order.num_cards} />
      <TotalCell order={order} />
      <Cell label="Payment" isPlain>
        <StaffPaymentBadge status={order.payment_status} />
      </Cell>
      <Cell label="Fulfillment" isPlain place="line">
        <Two first={fulfillmentLabel(order.fulfillment_status)}>
          {`${rollUpLabel(order.submission_status)} · ${submissionStatus(order.submission_status).label}`}
        </Two>
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={hasNumbers ? "max-sm:flex max-sm:flex-wrap max-sm:gap-1.5" : "max-sm:hidden"}
      >
        <InlineNumber
          order={edited}
          field="tracking_number"
          value={order.tracking_number}
          className="max-w-42 truncate"
        />
        <InlineNumber
          order={edited}
          field="grading_submission_number"
          value={order.grading_submission_number}
          className="max-w-42 truncate text-xs text-text-muted"
        />
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
    <div className="two-lines">
      <div title={first}>{first}</div>
      {children ? <div title={children}>{children}</div> : null}
    </div>
  );
}

/** Shows how long an order waits and for what, or by how much it is late. */
function Wait({ order, now }: { order: StaffOrder; now: number }) {
  const wait = orderWait(order, now);
  if (!wait) return null;
  return (
    <div
      className={`text-xs tabular-nums ${wait.lateDays > 0 ? "font-medium text-danger" : "text-text-muted"}`}
    >
      {wait.lateDays > 0
        ? `${counted(wait.lateDays, "business day")} late`
        : `${counted(wait.days, "day")} ${wait.for}`}
    </div>
  );
}

/** Shows what sets an order apart: its plan, why it needs somebody's eyes, and what its customer is asked. */
function Notes({ order, now }: { order: StaffOrder; now: number }) {
  const reasons = attentionWords(order);
  const question = questionWords(order, now);
  return (
    <div className="max-w-64 text-xs text-text-muted">
      {order.placed_by_admin ? "Staff" : order.user_id ? plans[order.plan_type].label : "Guest"}
      {reasons.map((reason) => (
        <span key={reason} className="block font-medium text-danger">
          {reason}
        </span>
      ))}
      {question ? <span className="block font-medium text-text">{question}</span> : null}
    </div>
  );
}
