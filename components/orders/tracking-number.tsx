import type { TrackingLine } from "@/lib/orders/tracking-number";

export function TrackingNumber({ line: { text, page } }: { line: TrackingLine }) {
  const number = <span translate="no">{text}</span>;
  if (!page) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={page.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> (track with {page.carrier})</span>
    </a>
  );
}
