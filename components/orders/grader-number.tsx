import type { ReactNode } from "react";
import { type GraderLine, graderWords } from "@/lib/orders/tracking/grader-line";

/** Answers, for a list of facts, the number of a batch at the grading company; none where there is nothing to tell. */
export function graderFacts(line: GraderLine | null): [name: string, value: ReactNode][] {
  return line ? [[graderWords.number, <GraderNumber key="grader" line={line} />]] : [];
}

/** Shows the number as a link to the grading company's own page about it, where that is known. */
function GraderNumber({ line: { number, url } }: { line: GraderLine }) {
  if (!url) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> ({graderWords.lookUp})</span>
    </a>
  );
}
