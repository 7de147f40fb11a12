import Stripe from "stripe";

/** The ids of a setting that names prices, divided by commas; the example's placeholders count as none. */
export function listedPrices(setting: string | undefined): string[] {
  return (setting ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => /^price_\w+$/.test(id));
}

/** A client of the payment service, or of the sandbox at `address`. */
export function stripeClient(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key, { telemetry: false });
  const { hostname: host, port, protocol } = new URL(address);
  return new Stripe(key, {
    host,
    port,
    protocol: protocol === "https:" ? "https" : "http",
    telemetry: false,
  });
}
