import Stripe from "stripe";

const PRICE_ID = /^price_\w+$/;
/** What stands in .env.example. */
const PLACEHOLDER = "price_…";

const partsOf = (setting: string | undefined): string[] =>
  (setting ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "" && id !== PLACEHOLDER);

/** The ids of a setting that names prices, divided by commas; the example's placeholders count as none. */
export function listedPrices(setting: string | undefined): string[] {
  return partsOf(setting).filter((id) => PRICE_ID.test(id));
}

/** Says of all else in such a setting, by its name, that it is no price. */
export function unreadablePrices(name: string, setting: string | undefined): string[] {
  return partsOf(setting)
    .filter((id) => !PRICE_ID.test(id))
    .map((id) => `${name} has ${id}, which isn't a price ID (price_…). Remove it from the setting.`);
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
