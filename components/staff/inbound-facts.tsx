import { Time } from "@/components/ui/time";
import { type Inbound, inboundCarrierName } from "@/lib/orders/inbound";
import { carrierPage } from "@/lib/orders/tracking-number";

/** Returns what the customer says about an inbound package, and its tracking number, as facts for a list. */
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
