import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { SlabLabel } from "@/components/orders/slab-label";
import { addressLines, inboundFacts, PostalAddress } from "@/components/staff/batch-facts";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import { cardCount } from "@/lib/base/messages";
import { formatCents, formatDollars } from "@/lib/base/money";
import { withQuery } from "@/lib/base/paths";
import { phoneHref } from "@/lib/base/phone";
import { plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import { backBy } from "@/lib/orders/promise";
import { cardsStillHere } from "@/lib/orders/tracking/grader-line";
import { carrierPage } from "@/lib/orders/tracking-number";
import { shipmentName } from "@/lib/staff/grader-shipments/grader-shipment";
import { hasNoPerson, namelessText, paymentLabel, rollUpLabel } from "@/lib/staff/labels";
import type { OrderDetails } from "@/lib/staff/orders/data";
import { NOTHING_TO_DO, orderState } from "@/lib/staff/orders/order-blockers";
import type { StaffOrder } from "@/lib/staff/staff-order";

export function OrderLabel({ order, size }: { order: StaffOrder; size: "large" | "row" }) {
  return (
    <SlabLabel
      size={size}
      title={batchTitle(order)}
      code={displayBatchId(order)}
      figure={order.num_cards}
      corner={`${paymentLabel(order.payment_status).label} ${formatDollars(order.total_paid ?? order.grading_fee)}`}
    />
  );
}

export function NextLine({ order }: { order: StaffOrder }) {
  const due = backBy(order, Date.now());
  const when = due && (due.text.startsWith("Was") ? due.text : `Back by ${due.text}`);
  const isUnexplained = due?.isLate && order.delay_reason === null;
  const { next } = orderState(order);
  return [
    when && `${when}.`,
    isUnexplained && "The customer hasn't been given a reason yet.",
    due?.isLate && next === NOTHING_TO_DO ? "Follow up." : next,
  ]
    .filter(Boolean)
    .join(" ");
}

export function NextAction({ order }: { order: StaffOrder }) {
  const { action } = orderState(order);
  return action ? <ButtonLink href={action.href}>{action.label}</ButtonLink> : null;
}

export function OrderFacts({ page }: { page: OrderDetails }) {
  const { order, details, notes, former_notes: former } = page;
  const facts: [string, React.ReactNode][] = [
    ["Customer", <Customer key="customer" page={page} />],
    ["Return to", <ReturnTo key="to" page={page} />],
    ["Stage", rollUpLabel(order.submission_status)],
  ];
  if (order.arrived_at === null) facts.push(...inboundFacts(order));
  if (order.received_count !== null) {
    const count = `${order.received_count} of ${order.num_cards}`;
    facts.push(["Counted", page.received_by ? `${count} by ${page.received_by}` : count]);
  }
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (page.grader_shipment_id !== null) {
    facts.push([
      "Grader shipment",
      <a key="group" className="link" href={staffPaths.shipment(page.grader_shipment_id)}>
        {shipmentName(page.grader_shipment_id)}
      </a>,
    ]);
  }
  if (order.grading_submission_number) facts.push(["Submission number", order.grading_submission_number]);
  const here = cardsStillHere(order);
  if (here) facts.push(["Not sent to the grader", here]);
  if (order.tracking_number) {
    const parcel = carrierPage(order.tracking_number, order.return_carrier);
    facts.push([
      "Return tracking",
      parcel ? (
        <a key="return" className="link" href={parcel.url} target="_blank" rel="noreferrer">
          {order.tracking_number}
        </a>
      ) : (
        order.tracking_number
      ),
    ]);
  }
  facts.push(["Plan", plans[order.plan_type].label]);
  facts.push([
    "Fee",
    `${cardCount(order.num_cards)} × ${formatCents(details.rate_cents)} = ${formatDollars(order.grading_fee)}`,
  ]);
  const { extras } = order;
  if (extras.paid_cents > 0) facts.push(["Extra charges paid", formatCents(extras.paid_cents)]);
  const refunded = order.refunded_cents + extras.refunded_cents;
  if (refunded > 0) facts.push(["Refunded", formatCents(refunded)]);
  if (order.placed_by_admin) facts.push(["Placed by", "Staff, not counted as revenue"]);
  if (order.invoice_filename) facts.push(["Invoice file", order.invoice_filename]);
  if (order.notes)
    facts.push([
      "Customer's note",
      <span key="note" className="block font-normal wrap-anywhere whitespace-pre-line">
        {order.notes}
      </span>,
    ]);
  if (notes.length > 0 || former)
    facts.push(["Staff notes", <StaffNotes key="notes" notes={notes} former_notes={former} />]);
  return (
    <div className="space-y-4">
      <dl className="space-y-3 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-x-4">
            <dt className="w-28 shrink-0 text-text-muted">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {order.payment_status === "paid" ? <OrderPrintLinks orderId={order.id} /> : null}
      <PaymentIds details={details} />
    </div>
  );
}

function StaffNotes({ notes, former_notes: former }: Pick<OrderDetails, "notes" | "former_notes">) {
  return (
    <ul className="space-y-3 font-normal">
      {former ? <li className="wrap-anywhere whitespace-pre-line">{former}</li> : null}
      {notes.map(({ id, body, author_email: author, created_at: at }) => (
        <li key={id}>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p className="text-text-muted">
            {author ?? "Staff"}, <Time at={at} show="local" />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Customer({ page: { order, account_email: accountEmail, profile } }: { page: OrderDetails }) {
  const email = order.email ?? accountEmail;
  const call = profile?.phone ? phoneHref(profile.phone) : null;
  const link = "link block py-0.5 font-normal";
  return (
    <>
      {order.customer_name ?? (email ? null : namelessText(order))}
      {email ? (
        // "?" and "&" in an address would start a subject or a copy.
        <a className={link} href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
          {email}
        </a>
      ) : null}
      {call ? (
        <a className={link} href={call}>
          {profile?.phone}
        </a>
      ) : (
        profile?.phone
      )}
      {order.user_id ? (
        <a className={link} href={withQuery(staffPaths.userProfile, { user_id: order.user_id })}>
          Profile
        </a>
      ) : (
        <span className="block font-normal text-text-muted">Guest</span>
      )}
    </>
  );
}

function ReturnTo({ page: { order, details } }: { page: OrderDetails }) {
  const lines = addressLines(details.return_address);
  if (lines.length === 0) return hasNoPerson(order) ? "No address on file" : "No address yet";
  return (
    <PostalAddress className="font-normal" lines={lines}>
      <span className="mt-2 block" translate="yes">
        <CopyButton text={lines.join("\n")} label="Copy address" />
      </span>
    </PostalAddress>
  );
}

function PaymentIds({ details }: Pick<OrderDetails, "details">) {
  const { stripe_payment_intent_id: payment, stripe_session_id: session, receipt_url: receipt } = details;
  if (!payment && !session && !receipt) return null;
  return (
    <details className="text-sm">
      <summary className="link inline-block py-1">Payment details</summary>
      <div className="flex flex-wrap items-center gap-2 pt-2">
        {payment ? <CopyButton text={payment} label="Copy payment ID" /> : null}
        {session ? <CopyButton text={session} label="Copy session ID" /> : null}
        {receipt ? (
          <a className="link" href={receipt}>
            View receipt
          </a>
        ) : null}
      </div>
    </details>
  );
}
