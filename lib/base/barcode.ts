import "server-only";
import bwip from "bwip-js/node";

/**
 * Holds a symbol to be drawn black on white: an SVG path on a grid of `width` by `height` modules (the narrowest bar or
 * the smallest square is one module), with the light margin that a scanner needs around it.
 */
export type Barcode = { width: number; height: number; path: string };

/**
 * Gives the width in modules, margins included, that Code 128 of the longest batch ID takes. Print layouts scale to
 * it.
 */
export const LONGEST_CODE = 352;

/** Light modules that a scanner needs around a symbol (ISO/IEC 15417 for Code 128, ISO/IEC 18004 for QR). */
const QUIET = { code128: 10, qr: 4 };
/** The bars are stretched to their printed height, so any number of modules would do. */
const BAR_HEIGHT = 40;

/** Makes the Code 128 symbol of a text, without the text below it. */
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

/** Makes the QR code of a text at error correction level Q: it can be read with a quarter of it soiled. */
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
