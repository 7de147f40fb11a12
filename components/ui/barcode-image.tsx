import type { Barcode } from "@/lib/base/barcode";

type BarcodeImageProps = { barcode: Barcode; label: string; className: string; modules?: number };

export function BarcodeImage({ barcode, label, className, modules = 0 }: BarcodeImageProps) {
  const { width, height, path } = barcode;
  const extra = Math.max(0, modules - width);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-extra / 2} 0 ${width + extra} ${height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
