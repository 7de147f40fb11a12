/** What parts two numbers written into one field; the slash of one number has no blank beside it. */
const NEXT_NUMBER = /,|\s\/|\/\s|\d.*\+/;
/** A number with its country has no more digits (ITU E.164). */
const MOST_DIGITS = 15;
const MOST_EXTENSION_DIGITS = 7;

/**
 * Builds the address that calls a phone number as people write it, an extension behind "x" or "#" included. Answers null for
 * what is not one number: a wrong one is not dialled.
 */
export function phoneHref(phone: string): string | null {
  const isInternational = /^[\s(]*(\+|00)/.test(phone);
  // The "(0)" of "+44 (0)20" is dialled within the country alone.
  const written = isInternational ? phone.replace(/\(\s*0\s*\)/, "") : phone;
  if (NEXT_NUMBER.test(written)) return null;
  const [number = "", extension = "", ...more] = written
    .split(/[x#]/i)
    .map((part) => part.replace(/\D/g, ""));
  if (more.length > 0 || number === "") return null;
  if (number.length > MOST_DIGITS || extension.length > MOST_EXTENSION_DIGITS) return null;
  return `tel:${written.includes("+") ? "+" : ""}${number}${extension ? `;ext=${extension}` : ""}`;
}
