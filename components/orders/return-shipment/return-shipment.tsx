import { LazyReturnShipmentPanel } from "@/components/orders/return-shipment/lazy-return-shipment";
import type { ReturnShipmentFacts } from "@/lib/orders/schema";

type ReturnShipmentProps = {
  facts: ReturnShipmentFacts;
  /** The token of the tracking page that shows it; null in the owner's account. */
  token: string | null;
  level: 2 | 3;
};

/** Shows the questions about a return shipment; nothing before it has left. */
export function ReturnShipment({ facts, token, level }: ReturnShipmentProps) {
  if (!facts.can_write && !facts.can_arrive) return null;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="space-y-3">
      <Heading className="text-lg font-semibold" tabIndex={-1} data-return-shipment="">
        Delivery
      </Heading>
      <LazyReturnShipmentPanel facts={facts} token={token} />
    </section>
  );
}
