import type { Barcode } from "@/lib/base/barcode";

type BarcodeImageProps = {
  barcode: Barcode;
  /** What a screen reader says: the kind of code and what it holds. */
  label: string;
  className: string;
  /** Modules that the image is wide; a shorter code leaves the rest white, so that all have bars of one width. */
  modules?: number;
};

/** A code as the printer gets it: sharp edges, stretched to the size that `className` gives it. */
export function BarcodeImage({ barcode, label, className, modules = 0 }: BarcodeImageProps) {
  const { width, height, path } = barcode;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(width, modules)} ${height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
