import type { ReactNode } from "react";
import { cardCount } from "@/lib/base/words";
import { type GraderLine, graderWords } from "@/lib/orders/tracking/grader-line";

/** Answers, for a list of facts, the numbers of a batch at the grading company; none where there is nothing to tell. */
export function graderFacts(lines: GraderLine[]): [name: string, value: ReactNode][] {
  const later = lines.filter(({ late }) => late !== null);
  const facts = lines
    .filter(({ late }) => late === null)
    .map((line): [string, ReactNode] => [graderWords.number, <GraderNumber key="grader" line={line} />]);
  if (later.length > 0) facts.push([graderWords.late, <LaterNumbers key="later" lines={later} />]);
  return facts;
}

/** Shows the numbers of cards that went later, each with how many they are. */
function LaterNumbers({ lines }: { lines: GraderLine[] }) {
  return lines.map((line) => (
    <span key={line.number} className="block text-right">
      <GraderNumber line={line} /> ({cardCount(line.late ?? 0)})
    </span>
  ));
}

/** Shows the number as a link to the grading company's own page about it, where that is known. */
function GraderNumber({ line }: { line: GraderLine }) {
  const number = <span translate="no">{line.number}</span>;
  if (!line.url) return number;
  return (
    <a className="link inline-block min-h-6 leading-6" href={line.url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr-only"> ({graderWords.lookUp})</span>
    </a>
  );
}
