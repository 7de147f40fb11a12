import { carrierPage } from "@/lib/orders/carrier";

/** The number of the way back, leading to the parcel service's page where its shape tells which one it is. */
export function TrackingNumber({ number }: { number: string | null }) {
  if (!number) return "Not shipped back yet";
  const page = carrierPage(number);
  if (!page) return number;
  return (
    <a className="link" href={page.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> (follow it at {page.carrier})</span>
    </a>
  );
}
