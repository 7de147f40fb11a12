import { batchPaths } from "@/lib/base/batch-paths";

/** Icon names in public/icons.svg. */
type IconName =
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

/** Shows a decorative icon in the text's color. Icons come from one shared file, which keeps them out of the scripts. */
export function Icon({ name, className }: { name: IconName; className: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${batchPaths.marks}#${name}`} />
    </svg>
  );
}
