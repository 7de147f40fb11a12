import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { NextAction, NextLine, OrderFacts, OrderLabel } from "@/components/staff/order/order-facts";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { LazyEditForm } from "@/components/staff/orders/order-drawer";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { staffPaths } from "@/lib/base/staff-paths";
import type { OrderDetails } from "@/lib/staff/orders/data";

const RECENT = 3;

/** Shows an order in the drawer over the list, with an edit form on demand. Null for an unknown order. */
export function OrderSummary({ page }: { page: OrderDetails | null }) {
  if (!page) {
    return (
      <Alert tone="warning" title="We couldn't find this order.">
        Close this and search for the batch ID.
      </Alert>
    );
  }
  const { order, events, exceptions } = page;
  return (
    <>
      <OrderLabel order={order} size="row" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <NextLine order={order} />
        </p>
        <NextAction order={order} />
      </div>
      <OrderAlerts order={order} exceptions={exceptions} set_aside={page.set_aside} />
      {order.blockers.includes("problem") ? (
        <Alert
          tone="warning"
          title="The customer reported a problem"
          action={
            <a className="link" href={`${staffPaths.order(order.id)}#problem`}>
              Read the message
            </a>
          }
        />
      ) : null}
      <details data-edit="">
        <summary className={buttonStyle({ size: "sm", variant: "secondary" })}>Edit order</summary>
        <div className="pt-4">
          <LazyEditForm key={order.id} order={order} />
        </div>
      </details>
      <section aria-labelledby="order-details">
        <h3 id="order-details" className="sr-only">
          Details
        </h3>
        <OrderFacts page={page} />
      </section>
      <section aria-labelledby="order-latest" className="space-y-4">
        <h3 id="order-latest" className="sr-only">
          History
        </h3>
        <StaffTimeline events={events.slice(-RECENT)} />
      </section>
    </>
  );
}
