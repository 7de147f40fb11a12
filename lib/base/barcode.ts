import "server-only";
import bwip from "bwip-js/node";

/** A barcode with its quiet zone, as an SVG path on a grid of modules. */
export type Barcode = { width: number; height: number; path: string };

/** Width in modules, including margins, of the Code 128 for the longest batch ID. Print layouts scale to it. */
export const LONGEST_CODE = 352;
/** The same width for the 20 characters of our own batch IDs. */
export const USUAL_CODE = 275;

/** Quiet zones in modules (ISO/IEC 15417, ISO/IEC 18004). */
const QUIET = { code128: 10, qr: 4 };
/** Arbitrary: print layouts stretch the bars. */
const BAR_HEIGHT = 40;

export function code128(text: string): Barcode {
  const [symbol] = bwip.raw("code128", text);
  if (!symbol || !("sbs" in symbol)) throw new Error("no linear symbol");
  let x = QUIET.code128;
  let path = "";
  symbol.sbs.forEach((modules, index) => {
    if (index % 2 === 0) path += `M${x} 0h${modules}v${BAR_HEIGHT}h-${modules}z`;
    x += modules;
  });
  return { width: x + QUIET.code128, height: BAR_HEIGHT, path };
}

/** Returns the QR code of a text, readable with up to a quarter of it damaged. */
export function qrCode(text: string): Barcode {
  const [symbol] = bwip.raw("qrcode", text, "eclevel=Q");
  if (!symbol || !("pixs" in symbol)) throw new Error("no matrix symbol");
  const { pixs, pixx, pixy } = symbol;
  let path = "";
  for (let y = 0; y < pixy; y++) {
    for (let x = 0; x < pixx; ) {
      let run = 0;
      while (x + run < pixx && pixs[y * pixx + x + run] === 1) run++;
      if (run > 0) path += `M${x + QUIET.qr} ${y + QUIET.qr}h${run}v1h-${run}z`;
      x += run || 1;
    }
  }
  return { width: pixx + 2 * QUIET.qr, height: pixy + 2 * QUIET.qr, path };
}
