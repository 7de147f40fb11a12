import {
  BarcodeFormat,
  BinaryBitmap,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";
import { type Barcode, code128, LONGEST_CODE, qrCode } from "@/lib/base/barcode";

/** Paints the modules with `scale` pixels each and reads them as a scanner does. */
function scan({ width, height, path }: Barcode, scale = 4) {
  const pixels = new Uint8ClampedArray(width * scale * height * scale).fill(255);
  for (const [, x, y, w, h] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + Number(h)) * scale; row++) {
      const start = row * width * scale + Number(x) * scale;
      pixels.fill(0, start, start + Number(w) * scale);
    }
  }
  const image = new RGBLuminanceSource(pixels, width * scale, height * scale);
  return new MultiFormatReader().decode(new BinaryBitmap(new HybridBinarizer(image)));
}

test.each(["BATCH-MGX2K9QW-7F3K", "BATCH-ABCDEF-2345", "BATCH-ABCDEFGH23456789-WXYZ", "ORDER-00000000"])(
  "both codes hold %s and nothing else",
  (text) => {
    const [bars, square] = [scan(code128(text)), scan(qrCode(text))];
    expect([bars.getText(), bars.getBarcodeFormat()]).toEqual([text, BarcodeFormat.CODE_128]);
    expect([square.getText(), square.getBarcodeFormat()]).toEqual([text, BarcodeFormat.QR_CODE]);
  },
);

test("the longest id fits a four-inch label at two dots of a 203-dpi printer for each module", () => {
  expect(code128("BATCH-ABCDEFGHJKLMNPQR-WXYZ").width).toBe(LONGEST_CODE);
  expect((LONGEST_CODE * 2) / 203).toBeLessThan(3.6);
});
