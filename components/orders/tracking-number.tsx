import { hasLeft } from "@/lib/orders/status";
import { carrierPage } from "@/lib/orders/tracking/carrier";

/**
 * Shows the number of the parcel back to the customer, as a link to the parcel service's page where the number's shape
 * tells which one it is; without a number, whether there will be one.
 */
export function TrackingNumber({ number, status }: { number: string | null; status: string }) {
  if (!number) return hasLeft(status) ? "No tracking number" : "Not shipped back yet";
  const page = carrierPage(number);
  if (!page) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={page.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> (look it up at {page.carrier})</span>
    </a>
  );
}
