import { AdjustmentPanel, ProblemCard } from "@/components/staff/order/customer-contact";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { NextAction, NextLine, OrderFacts, OrderLabel } from "@/components/staff/order/order-facts";
import { RefundPanel } from "@/components/staff/order/refund-form";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { ActionList } from "@/components/staff/staff-actions/action-list";
import { StaffFrame } from "@/components/staff/staff-frame";
import { buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { isMembershipPlan } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { canAskUpcharge, canHavePhotos, cardsHere } from "@/lib/staff/order/cards-here";
import type { OrderDetails } from "@/lib/staff/orders/data";
import { orderState } from "@/lib/staff/orders/order-blockers";

/** Two columns on wide screens and one on phones, with the same keyboard order: actions, facts, history. */
const LEFT = "mb-6 space-y-6 lg:float-left lg:clear-left lg:w-[58%]";
const RIGHT = "mb-6 lg:float-right lg:clear-right lg:w-[40%]";

export function OrderScreen({ page }: { page: OrderDetails }) {
  const { order, actions } = page;
  return (
    <StaffFrame
      title={orderState(order).heading}
      parent={{ href: staffPaths.orders, label: "Orders" }}
      staffRole={page.staff_role}
      lead={<NextLine order={order} />}
      aside={<NextAction order={order} />}
    >
      <OrderAlerts order={order} exceptions={page.exceptions} set_aside={page.set_aside} />
      {page.problem ? <ProblemCard order={order} problem={page.problem} /> : null}
      <div className="-mb-6 flow-root">
        <div className={LEFT}>
          <OrderLabel order={order} size="large" />
          <OrderForms page={page} />
        </div>
        <Card className={`${RIGHT} sm:p-6`}>
          <h2 className="sr-only">Details</h2>
          <OrderFacts page={page} />
        </Card>
        <div className={LEFT}>
          {actions.length > 0 ? (
            <section aria-label="Recent changes">
              <ActionList actions={actions} />
            </section>
          ) : null}
          <section className="space-y-4">
            <h2 className="sr-only">History</h2>
            <StaffTimeline events={page.events} />
          </section>
        </div>
      </div>
    </StaffFrame>
  );
}

function OrderForms({ page }: { page: OrderDetails }) {
  const { order, adjustments, refunds } = page;
  const money = {
    about: {
      batch: displayBatchId(order),
      customer: order.customer_name ?? order.email ?? page.account_email ?? "the customer",
      cardsHere: cardsHere(order),
      isMember: isMembershipPlan(order.plan_type),
    },
    refunds,
  };
  const canCharge = canAskUpcharge(order);
  return (
    <div className="flex flex-wrap gap-2">
      <OnDemand id="status" label="Change status">
        <OrderEditForm order={order} part="order" />
      </OnDemand>
      {adjustments.length > 0 || canCharge ? (
        <OnDemand
          id="questions"
          label={canCharge ? "Ask the customer" : "Questions"}
          isOpen={adjustments.some(({ is_open: isOpen }) => isOpen)}
        >
          <AdjustmentPanel order={order} canCharge={canCharge} adjustments={adjustments} money={money} />
        </OnDemand>
      ) : null}
      {order.is_paid_by_card ? (
        <OnDemand id="refund" label="Refund" isOpen={refunds.some(({ status }) => status !== "done")}>
          <RefundPanel
            orderId={order.id}
            paidCents={Math.round((order.total_paid ?? 0) * 100)}
            refundedCents={order.refunded_cents}
            {...money}
          />
        </OnDemand>
      ) : null}
      <OnDemand id="note" label="Add a note">
        <OrderEditForm order={order} part="note" />
      </OnDemand>
      {canHavePhotos(order, page.events) ? (
        <OnDemand id="photos" label="Photos">
          <PhotoPanel subject={{ order: order.id }} />
        </OnDemand>
      ) : null}
    </div>
  );
}

type OnDemandProps = { id: string; label: string; isOpen?: boolean; children: React.ReactNode };

/** Shows a form behind a button. A link to the form (`#id`) opens it too. */
function OnDemand({ id, label, isOpen, children }: OnDemandProps) {
  return (
    <details
      open={isOpen}
      className="open:basis-full open:rounded-2xl open:border open:border-border open:p-4"
    >
      <summary className={buttonStyle({ size: "sm", variant: "secondary" })}>{label}</summary>
      <div id={id} className="scroll-mt-20 pt-4">
        {children}
      </div>
    </details>
  );
}
