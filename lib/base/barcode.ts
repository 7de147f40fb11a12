import "server-only";
import bwip from "bwip-js/node";

/** Black on white as one path on a grid: `width` and `height` in modules, the quiet zone included. */
export type Barcode = { width: number; height: number; path: string };

/** Modules that Code 128 of the longest batch ID takes, the quiet zones included. */
export const LONGEST_CODE = 352;

/** Light modules that a scanner needs around the symbol (ISO/IEC 15417 and 18004). */
const QUIET = { code128: 10, qr: 4 };
/** Height of the bars in modules; they are stretched to the printed height. */
const BAR_HEIGHT = 40;

/** Code 128 of a text, without the text below. */
export function code128(text: string): Barcode {
  const [symbol] = bwip.raw("code128", text);
  if (!symbol || !("sbs" in symbol)) throw new Error("no linear symbol");
  let x = QUIET.code128;
  let path = "";
  // Bars and spaces by turns, each so many modules wide; a bar is first.
  symbol.sbs.forEach((modules, index) => {
    if (index % 2 === 0) path += `M${x} 0h${modules}v${BAR_HEIGHT}h-${modules}z`;
    x += modules;
  });
  return { width: x + QUIET.code128, height: BAR_HEIGHT, path };
}

/** QR code of a text; a quarter of it may be soiled. */
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
