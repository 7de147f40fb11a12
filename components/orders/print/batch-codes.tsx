import { BarcodeImage } from "@/components/ui/barcode-image";
import { code128, LONGEST_CODE, qrCode } from "@/lib/base/barcode";

/**
 * Shows a batch ID as bars (Code 128) on the label and the slip. Every ID gets the width of the longest, so that all
 * have bars of one width.
 */
export function BatchBars({ batchId }: { batchId: string }) {
  return (
    <BarcodeImage
      className="print-bars"
      barcode={code128(batchId)}
      modules={LONGEST_CODE}
      label={`Barcode of ${batchId}`}
    />
  );
}

/** Shows a batch ID as a QR code on the label and the slip. */
export function BatchQr({ batchId }: { batchId: string }) {
  return <BarcodeImage className="print-qr" barcode={qrCode(batchId)} label={`QR code of ${batchId}`} />;
}
