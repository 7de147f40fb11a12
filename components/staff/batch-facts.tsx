import { SlabLabel } from "@/components/orders/slab-label";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import { type Inbound, inboundCarrierName } from "@/lib/orders/inbound";
import { parcelLines } from "@/lib/orders/print/print";
import type { PaymentStatus } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking-number";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import { paymentLabel, submissionLabel, whereaboutsLabel } from "@/lib/staff/labels";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Returns the lines of an address as written on a parcel; none when there is no street. */
export function addressLines(address: Parameters<typeof parcelLines>[0] | null): string[] {
  // A new profile has only a country.
  return address?.address_line1 ? parcelLines(address) : [];
}

type PostalAddressProps = { lines: string[]; className: string; children?: React.ReactNode };

export function PostalAddress({ lines, className, children }: PostalAddressProps) {
  return (
    <address className={`${className} not-italic`} translate="no">
      {lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
      {children}
    </address>
  );
}

export function inboundFacts(inbound: Inbound): [string, React.ReactNode][] {
  const {
    inbound_carrier: carrier,
    inbound_tracking: number,
    inbound_shipped_at: shippedAt,
    inbound_delivered_at: deliveredAt,
  } = inbound;
  const facts: [string, React.ReactNode][] = [];
  if (shippedAt) {
    facts.push([
      "Customer shipped",
      <span key="shipped">
        <Time at={shippedAt} />
        {carrier ? ` with ${inboundCarrierName(carrier)}` : null}
      </span>,
    ]);
  }
  if (deliveredAt) facts.push(["Customer reported delivery", <Time key="delivered" at={deliveredAt} />]);
  if (number) {
    const page = carrierPage(number, carrier);
    const shown = page ? (
      <a key="number" className="link" href={page.url} target="_blank" rel="noreferrer">
        {number}
        <span className="sr-only"> (track with {page.carrier})</span>
      </a>
    ) : (
      number
    );
    facts.push(["Package tracking", shown]);
  }
  return facts;
}

export function SetAsideFacts({ aside }: { aside: NonNullable<DeskOrder["set_aside"]> }) {
  return (
    <>
      {aside.note ? <p className="wrap-anywhere">{aside.note}</p> : null}
      <p className="text-text-muted wrap-anywhere">
        {aside.set_aside_by ?? "Staff"}, <Time at={aside.set_aside_at} show="local" />
      </p>
      {aside.asked_at ? (
        <>
          <p className="pt-1 wrap-anywhere">{aside.asked_note}</p>
          <p className="text-text-muted wrap-anywhere">
            {aside.asked_by ?? "Staff"}, <Time at={aside.asked_at} show="local" />
          </p>
        </>
      ) : null}
    </>
  );
}

/** Shows an order's payment as one of five statuses. Customers see two of them (`PaymentBadge`). */
export function StaffPaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, tone } = paymentLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

export function StaffSubmissionBadge({ status }: { status: string }) {
  const { label, tone } = submissionLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Shows where a batch is. Renders nothing for a batch that was canceled before its cards arrived. */
export function WhereaboutsBadge({ order }: { order: StaffOrder }) {
  const whereabouts = whereaboutsLabel(order);
  return whereabouts ? <Badge tone={whereabouts.tone}>{whereabouts.label}</Badge> : null;
}

type BatchHeaderProps = {
  order: StaffOrder;
  figure: number;
  heading: React.ReactNode;
  className: string;
  children: React.ReactNode;
};

/** Shows a batch at a desk by its slab label, its badges and its payment if it isn't paid. */
export function BatchHeader({ order, figure, heading, className, children }: BatchHeaderProps) {
  return (
    <div className={`flex flex-wrap items-center justify-between gap-3 ${className}`}>
      <div className="min-w-0 flex-1 basis-72 sm:max-w-md">
        <SlabLabel
          size="row"
          title={
            <a className="link" href={staffPaths.order(order.id)}>
              {batchTitle(order)}
            </a>
          }
          code={displayBatchId(order)}
          figure={figure}
        >
          {heading}
        </SlabLabel>
      </div>
      <div className="flex flex-wrap gap-2">
        {order.payment_status === "paid" ? null : <StaffPaymentBadge status={order.payment_status} />}
        {children}
      </div>
    </div>
  );
}
