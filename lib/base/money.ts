const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents as "$1,234.50". */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/** A price as it is advertised: "$19", or "$19.50" where there are cents. */
export function formatPrice(cents: number): string {
  return formatCents(cents).replace(/\.00$/, "");
}

/** Dollars of the API and the database as "$125.00"; a dash where there are none. */
export function formatDollars(amount: number | string | null): string {
  return amount === null ? "—" : formatCents(toCents(amount));
}

/** Dollars of the API and the database ("125.00" or 125) as whole cents; NaN for what is no amount. */
export function toCents(amount: number | string | null | undefined): number {
  if (amount === null || amount === undefined || amount === "") return Number.NaN;
  return Math.round(Number(amount) * 100);
}

/** Whole cents as dollars with two decimals, as the API's JSON has them. */
export function toDollars(cents: number): number {
  return cents / 100;
}
