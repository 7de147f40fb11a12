/** A parcel service and its page about one parcel. */
export type CarrierPage = { carrier: string; url: string };

/** How the numbers of each service look, in the services' own descriptions; the first that fits counts. */
const CARRIERS: { carrier: string; shape: RegExp; page: string }[] = [
  { carrier: "UPS", shape: /^1Z[0-9A-Z]{16}$/, page: "https://www.ups.com/track?tracknum=" },
  {
    carrier: "USPS",
    shape: /^(9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/,
    page: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  },
  {
    carrier: "FedEx",
    shape: /^(\d{12}|\d{15}|96\d{20})$/,
    page: "https://www.fedex.com/fedextrack/?trknbr=",
  },
  { carrier: "DHL", shape: /^\d{10}$/, page: "https://www.dhl.com/en/express/tracking.html?AWB=" },
];

/**
 * Guesses from the shape of a parcel's number where it can be followed; spaces, dashes and case do not matter. Null
 * when no shape fits.
 */
export function carrierPage(trackingNumber: string): CarrierPage | null {
  const number = trackingNumber.replaceAll(/[\s-]/g, "").toUpperCase();
  const known = CARRIERS.find(({ shape }) => shape.test(number));
  return known ? { carrier: known.carrier, url: known.page + number } : null;
}
