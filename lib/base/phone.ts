/** Builds the address that calls a phone number as people write it, an extension behind "x" or "#" included. */
export function phoneHref(phone: string): string {
  const [number = "", extension] = phone.split(/[x#]/i).map((part) => part.replace(/[^+\d]/g, ""));
  return `tel:${number}${extension ? `;ext=${extension}` : ""}`;
}
