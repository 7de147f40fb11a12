// Apart from the form messages, so that public pages with a card count don't load those texts.

/** One digit more than an order may have, so that a number that is too large is rejected and not cut off. */
const MAX_DIGITS = 5;
/** The distance of full-width digits (East Asian keyboards) from the ASCII digits in Unicode. */
const WIDE = 0xff10 - 0x30;

/** Returns the digits of a typed number of cards, including full-width digits. */
export function cardDigits(typed: string): string {
  return typed
    .replace(/[\uff10-\uff19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDE))
    .replace(/\D/g, "")
    .slice(0, MAX_DIGITS);
}
