import type { Barcode } from "@/lib/base/barcode";

type BarcodeImageProps = {
  barcode: Barcode;
  /** What a screen reader says: the kind of code and what it holds. */
  label: string;
  className: string;
  /** Least width of the image, in modules (bars of the thinnest kind); a shorter code leaves the rest white. */
  modules?: number;
};

/**
 * Shows a bar code or QR code as a picture with sharp edges, stretched to the size that `className` gives it, so that
 * it can be scanned from paper and screen.
 */
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
