/** One digit more than an order may have, so that too large a number is answered and not cut off. */
const MAX_DIGITS = 5;
/** How far the wide digits of East Asian keyboards stand behind the others. */
const WIDE = 0xff10 - 0x30;

/** Keeps the digits of a typed number of cards, wide digits of East Asian keyboards included. */
export function cardDigits(typed: string): string {
  return typed
    .replace(/[\uff10-\uff19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE))
    .replace(/\D/g, "")
    .slice(0, MAX_DIGITS);
}
