/** Separates two numbers in one field. The slash inside a number has no spaces. */
const NEXT_NUMBER = /,|\s\/|\/\s|\d.*\+/;
const MOST_DIGITS = 15;
const MOST_EXTENSION_DIGITS = 7;

/** Returns the tel: URL of one phone number, with its extension ("x", "#"), or null for anything else. */
export function phoneHref(phone: string): string | null {
  const isInternational = /^[\s(]*(\+|00)/.test(phone);
  // The "(0)" of "+44 (0)20" is only dialed domestically.
  const written = isInternational ? phone.replace(/\(\s*0\s*\)/, "") : phone;
  if (NEXT_NUMBER.test(written)) return null;
  const [number = "", extension = "", ...more] = written
    .split(/[x#]/i)
    .map((part) => part.replace(/\D/g, ""));
  if (more.length > 0 || number === "") return null;
  if (number.length > MOST_DIGITS || extension.length > MOST_EXTENSION_DIGITS) return null;
  return `tel:${written.includes("+") ? "+" : ""}${number}${extension ? `;ext=${extension}` : ""}`;
}
