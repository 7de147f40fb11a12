import type { TrackingLine } from "@/lib/orders/tracking/carrier";

/** Shows the number of the parcel back to the customer, as a link to the parcel service's page where that is known. */
export function TrackingNumber({ line: { text, page } }: { line: TrackingLine }) {
  const number = <span translate="no">{text}</span>;
  if (!page) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={page.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> (look it up at {page.carrier})</span>
    </a>
  );
}
