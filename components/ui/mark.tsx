import { paths } from "@/lib/base/paths";

/** Names the marks of public/marks.svg. */
export type MarkName =
  | "timer"
  | "badge-check"
  | "layers"
  | "shield-check"
  | "house"
  | "package"
  | "tag"
  | "rotate-cw"
  | "plus"
  | "file-text";

/**
 * Shows a mark in the colour of the text around it, drawn from one file: for pages and rows that show many. It is for the
 * eye only; its size comes from `className`.
 */
export function Mark({ name, className }: { name: MarkName; className: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${paths.marks}#${name}`} />
    </svg>
  );
}
