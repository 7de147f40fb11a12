import { BarcodeImage } from "@/components/ui/barcode-image";
import { code128, LONGEST_CODE, qrCode, USUAL_CODE } from "@/lib/base/barcode";

/** Shows a batch ID as a Code 128 barcode. IDs longer than ours get a wider field, so that all bars have one width. */
export function BatchBars({ batchId }: { batchId: string }) {
  const isLong = batchId.length > 20;
  return (
    <BarcodeImage
      className={isLong ? "print-bars print-bars-long" : "print-bars"}
      barcode={code128(batchId)}
      modules={isLong ? LONGEST_CODE : USUAL_CODE}
      label={`Barcode for ${batchId}`}
    />
  );
}

export function BatchQr({ batchId }: { batchId: string }) {
  return <BarcodeImage className="print-qr" barcode={qrCode(batchId)} label={`QR code for ${batchId}`} />;
}
