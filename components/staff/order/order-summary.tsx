import { inboundFacts } from "@/components/staff/inbound-facts";
import { LateEditForm } from "@/components/staff/order/late-edit-form";
import { NoteList } from "@/components/staff/order/note-list";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { NextForUs } from "@/components/staff/order/order-strip";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { OrderBadges } from "@/components/staff/order-badges";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import { formatCents, formatDollars } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import type { OrderDetails } from "@/lib/staff/order/order-details";
import { feeWords } from "@/lib/staff/order/words";
import { hasNoPerson, namelessWords } from "@/lib/staff/words";

/** Entries of the timeline that are shown here; the order's own page has them all. */
const RECENT = 6;

/**
 * Shows an order in the drawer over the list: where it stands, what staff may change, what happened last; or (with
 * null) that there is no such order.
 */
export function OrderSummary({ page }: { page: OrderDetails | null }) {
  if (!page) {
    return (
      <Alert tone="warning" title="We couldn't find this order.">
        Its address may be incomplete. Close this, and search for the batch ID.
      </Alert>
    );
  }
  const { order, events, exceptions } = page;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <OrderBadges order={order} />
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-text-muted">Next for us:</span> <NextForUs order={order} />
        </p>
      </div>
      <OrderAlerts order={order} exceptions={exceptions} set_aside={page.set_aside} />
      <Facts page={page} />
      {page.notes.length > 0 || page.former_notes ? (
        <section aria-labelledby="order-notes" className="space-y-4">
          <h3 id="order-notes" className="font-semibold">
            Internal notes
          </h3>
          <NoteList notes={page.notes} former_notes={page.former_notes} />
        </section>
      ) : null}
      <section aria-labelledby="order-edit" className="space-y-4">
        <h3 id="order-edit" className="font-semibold">
          Edit
        </h3>
        <LateEditForm key={order.id} order={order} />
      </section>
      <section aria-labelledby="order-latest" className="space-y-4">
        <h3 id="order-latest" className="font-semibold">
          Latest history
        </h3>
        <StaffTimeline events={events.slice(-RECENT)} />
      </section>
      <nav aria-label="This order" className="flex flex-wrap gap-2 border-t border-border pt-6">
        {order.user_id ? (
          <ButtonLink
            href={withQuery(staffPaths.userProfile, { user_id: order.user_id })}
            variant="secondary"
            size="sm"
          >
            Customer
          </ButtonLink>
        ) : null}
        <ButtonLink href={paths.label(order.id)} variant="secondary" size="sm">
          Label
        </ButtonLink>
        <ButtonLink href={paths.slip(order.id)} variant="secondary" size="sm">
          Packing slip
        </ButtonLink>
      </nav>
    </>
  );
}

function Facts({ page: { order, details } }: { page: OrderDetails }) {
  const facts: [string, React.ReactNode][] = [
    [
      "Customer",
      order.customer_name ??
        (hasNoPerson(order) ? namelessWords(order) : order.user_id ? "No name yet" : "Guest"),
    ],
    ["Email", order.email ?? (hasNoPerson(order) ? "None is kept" : "Not known yet")],
    ["Submitted", <Time key="submitted" at={order.submitted_at} show="date-time" />],
    ["Plan", plans[order.plan_type].label],
    ["Fee", feeWords(order, details.rate_cents)],
    ["Paid", formatDollars(order.total_paid)],
  ];
  const { extras } = order;
  if (extras.paid_cents > 0) facts.push(["Paid for extras", formatCents(extras.paid_cents)]);
  const refunded = order.refunded_cents + extras.refunded_cents;
  if (refunded > 0) facts.push(["Refunded", formatCents(refunded)]);
  if (order.arrived_at === null) facts.push(...inboundFacts(order));
  if (order.received_at) {
    facts.push(["Received", <Time key="received" at={order.received_at} show="date-time" />]);
    facts.push(["Counted", `${order.received_count ?? "?"} of ${order.num_cards}`]);
  }
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  return (
    <div className="space-y-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-text-muted">{name}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {order.notes ? (
        <div className="rounded-lg bg-surface-sunken px-4 py-3 text-sm">
          <p className="text-xs text-text-muted">Customer's notes</p>
          <p className="wrap-anywhere whitespace-pre-line">{order.notes}</p>
        </div>
      ) : null}
    </div>
  );
}
