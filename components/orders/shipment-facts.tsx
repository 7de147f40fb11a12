import type { ReactNode } from "react";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { hasLeft } from "@/lib/orders/status";
import { trackingLine } from "@/lib/orders/tracking/carrier";
import { cardsStillHere, type GraderLine, graderText } from "@/lib/orders/tracking/grader-line";

/** Returns, for a list of facts, the number of a batch at the grading company and which of its cards didn't go. */
export function graderFacts(
  line: GraderLine | null,
  order: Parameters<typeof cardsStillHere>[0],
): [name: string, value: ReactNode][] {
  const facts: [string, ReactNode][] = [];
  if (line) facts.push([graderText.number, <GraderNumber key="grader" line={line} />]);
  const here = cardsStillHere(order);
  if (here) facts.push(["Not sent to the grader", here]);
  return facts;
}

/** Returns, for a list of facts, the tracking number of the return shipment; empty before it has left. */
export function trackingFacts(order: Parameters<typeof trackingLine>[0]): [name: string, value: ReactNode][] {
  if (!hasLeft(order.submission_status)) return [];
  return [["Return tracking", <TrackingNumber key="tracking" line={trackingLine(order)} />]];
}

/** Shows the number as a link to the grading company's own page about it, where that is known. */
function GraderNumber({ line }: { line: GraderLine }) {
  const number = <span translate="no">{line.number}</span>;
  if (!line.url) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={line.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> ({graderText.lookUp})</span>
    </a>
  );
}
