import { batchPaths } from "@/lib/base/batch-paths";

/** Names the marks of public/marks.svg. */
export type MarkName =
  | "package"
  | "tag"
  | "rotate-cw"
  | "plus"
  | "file-text"
  | "triangle-alert"
  | "circle-alert"
  | "circle-check"
  | "circle-x"
  | "info"
  | "x"
  | "check"
  | "copy"
  | "clock"
  | "chevron-down"
  | "printer"
  | "package-open"
  | "map-pin"
  | "receipt-text";

/**
 * Shows a mark in the colour of the text around it, drawn from one file, so that no page's script carries it. It is for the
 * eye only; its size comes from `className`.
 */
export function Mark({ name, className }: { name: MarkName; className: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${batchPaths.marks}#${name}`} />
    </svg>
  );
}
