import type { Carrier } from "@/lib/orders/shipping/tracking-number";
import { hasLeft } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";

type TrackingNumberProps = {
  number: string | null;
  /** Who carries the parcel; null where only the number's shape tells. */
  carrier: Carrier | null;
  status: string;
};

/**
 * Shows the number of the parcel back to the customer, as a link to the parcel service's page where it is known which one it
 * is; without a number, whether there will be one.
 */
export function TrackingNumber({ number, carrier, status }: TrackingNumberProps) {
  if (!number) return hasLeft(status) ? "No tracking number" : "Not shipped back yet";
  const page = carrierPage(number, carrier);
  if (!page) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={page.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> (look it up at {page.carrier})</span>
    </a>
  );
}
