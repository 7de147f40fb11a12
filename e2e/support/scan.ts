import { constants, inflateSync } from "node:zlib";
import {
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  type Result,
  RGBLuminanceSource,
} from "@zxing/library";
import { PNG } from "pngjs";

/** A screenshot contains only the code. Without this hint the reader misses one QR code in thirty. */
const HINTS = new Map([[DecodeHintType.PURE_BARCODE, true]]);

/** Reads the code in a screenshot. Throws when there is none. */
export function scan(png: Buffer): Result {
  const { width, height, data } = PNG.sync.read(png);
  const gray = new Uint8ClampedArray(width * height);
  for (let at = 0; at < gray.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    gray[at] = (red + 2 * green + blue) / 4;
  }
  const image = new RGBLuminanceSource(gray, width, height);
  return new MultiFormatReader().decode(new BinaryBitmap(new HybridBinarizer(image)), HINTS);
}

/** Returns the width and height of each page of a PDF, in points (72 to the inch). */
export function pageSizes(pdf: Buffer): [number, number][] {
  const boxes = pdfText(pdf).matchAll(/\/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g);
  return [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
}

/** Returns a PDF's text with its object streams inflated, because Firefox compresses them. */
function pdfText(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  return text.replace(/(\/ObjStm.*?stream\r?\n)(.*?)endstream/gs, (_, head: string, data: string) => {
    return (
      head +
      inflateSync(Buffer.from(data, "latin1"), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1")
    );
  });
}
