const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Writes cents as "$1,234.50". */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/** Writes cents as prices are advertised: "$19", or "$19.50" where there are cents. */
export function formatPrice(cents: number): string {
  return formatCents(cents).replace(/\.00$/, "");
}

/** Writes dollars of the API or the database as "$125.00", and null as a dash. */
export function formatDollars(amount: number | string | null): string {
  return amount === null ? "—" : formatCents(toCents(amount));
}

/** Turns dollars of the API or the database ("125.00" or 125) into whole cents; answers NaN for what is no amount. */
export function toCents(amount: number | string | null | undefined): number {
  if (amount === null || amount === undefined || amount === "") return Number.NaN;
  return Math.round(Number(amount) * 100);
}

/** Turns whole cents into dollars, as the API's JSON has them: 12550 is 125.5. */
export function toDollars(cents: number): number {
  return cents / 100;
}
