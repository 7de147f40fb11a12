import { BatchId } from "@/components/orders/batch-id";
import { BatchPromise } from "@/components/orders/batch-promise";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { ActList } from "@/components/staff/acts/act-list";
import { AddressCard } from "@/components/staff/address-card";
import { inboundFacts } from "@/components/staff/inbound-facts";
import { AdjustmentPanel } from "@/components/staff/order/adjustment-panel";
import { NoteList } from "@/components/staff/order/note-list";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { OrderStrip } from "@/components/staff/order/order-strip";
import { ProblemPanel } from "@/components/staff/order/problem-panel";
import { RefundPanel } from "@/components/staff/order/refund-panel";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { OrderBadges } from "@/components/staff/order-badges";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { refusalWords } from "@/lib/auth/staff-right";
import { formatCents, formatDollars } from "@/lib/base/money";
import { withQuery } from "@/lib/base/paths";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { promiseWords } from "@/lib/orders/promise";
import { groupName } from "@/lib/staff/groups/grader-group";
import { conditionLabel, rollUpLabel } from "@/lib/staff/labels";
import { canHavePhotos, cardsHere } from "@/lib/staff/order/cards-here";
import type { OrderDetails } from "@/lib/staff/order/order-details";

/** Shows everything about one order: money, people, places, statuses, what happened, and what to do. */
export function OrderScreen({ page }: { page: OrderDetails }) {
  const { order, details, exceptions, events, acts, refunds, notes, former_notes } = page;
  const money = {
    about: {
      batch: displayBatchId(order),
      customer: order.customer_name ?? order.email ?? page.account_email ?? "the customer",
      cardsHere: cardsHere(order),
      isMember: isMembershipPlan(order.plan_type),
    },
    refunds,
    refusal: refusalWords(page.my_rights, "refunds"),
  };
  return (
    <StaffFrame
      title={<BatchId name={money.about.batch} />}
      parent={{ href: staffPaths.orders, label: "Orders" }}
      staffRole={page.staff_role}
      lead={
        <>
          Submitted <Time at={order.submitted_at} show="date-time" />
        </>
      }
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={money.about.batch} label="Copy batch ID" />
          <OrderBadges order={order} />
        </div>
      }
    >
      <OrderStrip order={order} email={page.account_email} />
      <OrderAlerts order={order} exceptions={exceptions} set_aside={page.set_aside} />
      {page.problem ? (
        <Card className="sm:p-6">
          <CardHeader title="Problem" />
          <ProblemPanel order={order} problem={page.problem} />
        </Card>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
        {/* Staff open the page to edit: on a telephone that comes first. */}
        <div className="space-y-6 lg:order-last">
          <Card className="sm:p-6">
            <CardHeader title="Edit" />
            <OrderEditForm order={order} paymentRefusal={refusalWords(page.my_rights, "set_paid")} />
          </Card>
          {page.adjustments.length > 0 || canCharge(order) ? (
            <Card className="sm:p-6">
              <CardHeader title="Asked of the customer" />
              <AdjustmentPanel
                order={order}
                canCharge={canCharge(order)}
                adjustments={page.adjustments}
                money={money}
              />
            </Card>
          ) : null}
          {order.is_paid_by_card ? (
            <Card className="sm:p-6">
              <CardHeader title="Refund" />
              <RefundPanel
                orderId={order.id}
                paidCents={Math.round((order.total_paid ?? 0) * 100)}
                refundedCents={order.refunded_cents}
                {...money}
              />
            </Card>
          ) : null}
        </div>
        <div className="space-y-6">
          <BatchCard page={page} />
          <CustomerCard page={page} />
          <AddressCard title="Return address" address={details.return_address} none="None was given yet." />
          <MoneyCard page={page} />
          {notes.length > 0 || former_notes ? (
            <Card className="sm:p-6">
              <CardHeader title="Internal notes" />
              <NoteList notes={notes} former_notes={former_notes} />
            </Card>
          ) : null}
          {canHavePhotos(order, events) ? (
            <Card className="sm:p-6">
              <CardHeader title="Photographs" />
              <PhotoPanel subject={{ order: order.id }} />
            </Card>
          ) : null}
          {acts.length > 0 ? (
            <Card className="sm:p-6">
              <CardHeader title="Done by staff" />
              <ActList acts={acts} />
            </Card>
          ) : null}
          <Card className="sm:p-6">
            <CardHeader title="Timeline" />
            <StaffTimeline events={events} />
          </Card>
        </div>
      </div>
    </StaffFrame>
  );
}

/** Tells whether something of the batch is here for which its customer could be charged. */
function canCharge(order: OrderDetails["order"]): boolean {
  const isHere = order.fulfillment_status !== "complete" && order.received_count !== null;
  return order.payment_status === "paid" && isHere;
}

function BatchCard({ page }: { page: OrderDetails }) {
  const { order, received_by: receivedBy, grader_group_ids: groupIds } = page;
  const promise = promiseWords(order, Date.now());
  const facts: [string, React.ReactNode][] = [
    ["Stage", rollUpLabel(order.submission_status)],
    ...inboundFacts(order),
  ];
  if (order.arrived_at)
    facts.push(["Arrived", <Time key="arrived" at={order.arrived_at} show="date-time" />]);
  if (order.received_at) {
    facts.push(["Received", <Time key="received" at={order.received_at} show="date-time" />]);
    facts.push(["Counted", `${order.received_count ?? "?"} of ${order.num_cards}`]);
    facts.push(["Condition", order.package_condition ? conditionLabel(order.package_condition) : "Unknown"]);
    facts.push(["Received by", receivedBy ?? "—"]);
  }
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (promise?.state === "late" && order.delay_reason === null) {
    facts.push(["Reason for the delay", "No reason given yet"]);
  }
  if (groupIds.length > 0) {
    facts.push([
      "To the grader in",
      <span key="groups" className="space-x-2">
        {groupIds.map((id) => (
          <a key={id} className="link" href={staffPaths.group(id)}>
            {groupName(id)}
          </a>
        ))}
      </span>,
    ]);
  }
  if (order.placed_by_admin) facts.push(["Placed by", "Staff, left out of revenue"]);
  return (
    <Card className="sm:p-6">
      <CardHeader title="Batch" />
      <div className="space-y-4">
        <BatchPromise promise={promise} />
        <FactList facts={facts} />
      </div>
      {order.payment_status === "paid" ? (
        <div className="mt-4">
          <OrderPrintLinks orderId={order.id} />
        </div>
      ) : null}
      {order.notes ? (
        <p className="mt-4 border-t border-border pt-4 text-sm wrap-anywhere whitespace-pre-line">
          <span className="block text-text-muted">Customer's notes</span>
          {order.notes}
        </p>
      ) : null}
    </Card>
  );
}

/** Shows of the customer what the strip above does not say. */
function CustomerCard({ page: { order, profile } }: { page: OrderDetails }) {
  return (
    <Card className="sm:p-6">
      <CardHeader
        title="Customer"
        aside={
          order.user_id ? (
            <a className="link text-sm" href={withQuery(staffPaths.userProfile, { user_id: order.user_id })}>
              Profile and orders
            </a>
          ) : (
            <Badge>Guest</Badge>
          )
        }
      />
      {profile?.phone ? <FactList facts={[["Phone", profile.phone]]} /> : null}
    </Card>
  );
}

/** Shows of the money what the strip above does not say. */
function MoneyCard({ page: { order, details } }: { page: OrderDetails }) {
  const facts: [string, React.ReactNode][] = [
    ["Rate per card", formatCents(details.rate_cents)],
    ["Fee", formatDollars(order.grading_fee)],
  ];
  if (order.paid_at) facts.push(["Paid on", <Time key="paid" at={order.paid_at} show="date-time" />]);
  if (details.stripe_payment_intent_id) facts.push(["Payment", thin(details.stripe_payment_intent_id)]);
  if (details.stripe_session_id) facts.push(["Checkout session", thin(details.stripe_session_id)]);
  if (order.invoice_filename) facts.push(["Invoice file", order.invoice_filename]);
  if (details.receipt_url) {
    facts.push([
      "Receipt",
      <a key="receipt" className="link" href={details.receipt_url}>
        View receipt
      </a>,
    ]);
  }
  return (
    <Card className="sm:p-6">
      <CardHeader title="Money" />
      <FactList facts={facts} />
    </Card>
  );
}

/** A long id, which nobody reads as a word. */
const thin = (id: string) => <span className="font-normal">{id}</span>;
