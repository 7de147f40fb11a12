import { cx } from "class-variance-authority";
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
import { ProblemCard } from "@/components/staff/order/problem-card";
import { RefundPanel } from "@/components/staff/order/refund-form";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { OrderBadges } from "@/components/staff/order-badges";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { promiseWords } from "@/lib/orders/promise";
import { cardsStillHere } from "@/lib/orders/tracking/grader-line";
import { groupName } from "@/lib/staff/groups/grader-group";
import { conditionLabel, rollUpLabel } from "@/lib/staff/labels";
import { canAskUpcharge, canHavePhotos, cardsHere } from "@/lib/staff/order/cards-here";
import type { OrderDetails } from "@/lib/staff/order/order-details";
import { feeWords } from "@/lib/staff/order/words";
import { hasNoPerson } from "@/lib/staff/words";

/** The wide column of where a batch is and was, and the narrow one of what staff change. */
const LEFT = "mb-6 lg:float-left lg:clear-left lg:w-[58%]";
const RIGHT = "mb-6 lg:float-right lg:clear-right lg:w-[40%]";

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
  };
  return (
    <StaffFrame
      title={<BatchId name={money.about.batch} className="text-lg sm:text-2xl" />}
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
          <OrderBadges order={order} isPaymentTold />
        </div>
      }
    >
      <OrderStrip order={order} email={page.account_email} phone={page.profile?.phone ?? null} />
      <OrderAlerts order={order} exceptions={exceptions} set_aside={page.set_aside} />
      {page.problem ? <ProblemCard order={order} problem={page.problem} /> : null}
      {/* Floats: one column on a telephone, two on a wide screen, and the keyboard goes through both as they are seen. */}
      <div className="-mb-6 flow-root">
        <div className={cx(LEFT, "space-y-6")}>
          <BatchCard page={page} />
          <AddressCard
            title="Return address"
            address={details.return_address}
            none={hasNoPerson(order) ? "None is kept." : "None was given yet."}
          />
        </div>
        <div className={cx(RIGHT, "space-y-6")}>
          <Card className="sm:p-6">
            <CardHeader title="Edit" />
            <OrderEditForm order={order} />
          </Card>
          {page.adjustments.length > 0 || canAskUpcharge(order) ? (
            <Card className="sm:p-6">
              <CardHeader title="Asked of the customer" />
              <AdjustmentPanel
                order={order}
                canCharge={canAskUpcharge(order)}
                adjustments={page.adjustments}
                money={money}
              />
            </Card>
          ) : null}
        </div>
        <div className={cx(LEFT, "space-y-6")}>
          {notes.length > 0 || former_notes ? (
            <Card className="sm:p-6">
              <CardHeader title="Internal notes" />
              <NoteList notes={notes} former_notes={former_notes} />
            </Card>
          ) : null}
          <Card className="sm:p-6">
            <CardHeader title="Timeline" />
            <StaffTimeline events={events} />
          </Card>
          {acts.length > 0 ? (
            <Card className="sm:p-6">
              <CardHeader title="Done by staff" />
              <ActList acts={acts} />
            </Card>
          ) : null}
          {canHavePhotos(order, events) ? (
            <Card className="sm:p-6">
              <CardHeader title="Photographs" />
              <PhotoPanel subject={{ order: order.id }} />
            </Card>
          ) : null}
          <MoneyCard page={page} />
        </div>
        {order.is_paid_by_card ? (
          <Card className={cx(RIGHT, "sm:p-6")}>
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
    </StaffFrame>
  );
}

/** Shows of the money what the strip above does not say. */
function MoneyCard({ page: { order, details } }: { page: OrderDetails }) {
  const facts: [string, React.ReactNode][] = [["Fee", feeWords(order, details.rate_cents)]];
  if (order.paid_at) facts.push(["Paid on", <Time key="paid" at={order.paid_at} show="date-time" />]);
  if (details.stripe_payment_intent_id)
    facts.push(["Payment", <ServiceId key="payment" id={details.stripe_payment_intent_id} of="payment" />]);
  if (details.stripe_session_id)
    facts.push(["Checkout session", <ServiceId key="session" id={details.stripe_session_id} of="session" />]);
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

/** Shows an id of the payment service, which nobody reads as a word: it is copied into its search. */
function ServiceId({ id, of }: { id: string; of: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2 font-normal">
      {id} <CopyButton text={id} label={`Copy ${of} ID`} />
    </span>
  );
}

/** Shows where the cards of an order are, how they came here, and what was promised. */
function BatchCard({ page }: { page: OrderDetails }) {
  const { order, received_by: receivedBy, grader_group_id: groupId } = page;
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
  if (groupId !== null) {
    facts.push([
      "To the grader in",
      <a key="group" className="link" href={staffPaths.group(groupId)}>
        {groupName(groupId)}
      </a>,
    ]);
  }
  const here = cardsStillHere(order);
  if (here) facts.push(["Not sent to the grader", here]);
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
