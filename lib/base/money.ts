const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/** Formats cents, without ".00": "$19". */
export function formatPrice(cents: number): string {
  return formatCents(cents).replace(/\.00$/, "");
}

/** Formats dollars from the API or database: "$125.00", or a dash for null. */
export function formatDollars(amount: number | string | null): string {
  return amount === null ? "—" : formatCents(toCents(amount));
}

/** Converts dollars ("125.00" or 125) to whole cents. NaN for anything else. */
export function toCents(amount: number | string | null | undefined): number {
  if (amount === null || amount === undefined || amount === "") return Number.NaN;
  return Math.round(Number(amount) * 100);
}

export function toDollars(cents: number): number {
  return cents / 100;
}
