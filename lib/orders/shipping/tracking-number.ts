/** Lists who carries parcels, to us and back; `other` stands for all the rest. */
export const CARRIERS = ["usps", "ups", "fedex", "dhl", "other"] as const;
/** A parcel service. */
export type Carrier = (typeof CARRIERS)[number];

/** Returns whether a stored word is a carrier. */
export function isCarrier(word: string): word is Carrier {
  return (CARRIERS as readonly string[]).includes(word);
}

const NAMES: Record<Carrier, string> = {
  usps: "USPS",
  ups: "UPS",
  fedex: "FedEx",
  dhl: "DHL",
  other: "Other",
};

/** Returns a parcel service's name as people read it: "FedEx". */
export function carrierName(carrier: Carrier): string {
  return NAMES[carrier];
}

/** Why a text is no parcel's number. */
export type TrackingProblem = "empty" | "batch_id" | "free_text" | "too_short" | "too_long";

const PROBLEMS: Record<TrackingProblem, string> = {
  empty: "Please scan or type the tracking number.",
  batch_id: "This is a batch ID, not a tracking number. Use the number on the carrier's label.",
  free_text: "This doesn't look like a tracking number. Use the number on the carrier's label.",
  too_short: "This is too short for a tracking number.",
  too_long: "This is too long for a tracking number.",
};

/** Returns why a text is no parcel's number, for who has scanned or typed it. */
export function trackingProblemText(problem: TrackingProblem): string {
  return PROBLEMS[problem];
}

/** What was scanned or typed as the number of a parcel: the number as it is stored, and the carrier that its shape tells. */
export type TrackingNumber = { number: string; carrier: Carrier } | { problem: TrackingProblem };

/** How the numbers of each service look, in the services' own descriptions; the first that fits counts. */
const SHAPES: [Carrier, RegExp][] = [
  ["ups", /^1Z[0-9A-Z]{16}$/],
  ["usps", /^(?:9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/],
  ["fedex", /^(?:\d{12}|\d{15}|96\d{20})$/],
  ["dhl", /^\d{10}$/],
  // The postal services' own form, of any other country.
  ["other", /^[A-Z]{2}\d{9}[A-Z]{2}$/],
];

/** Barcodes that hold more than the number: of the postal service with the ZIP code in front, of FedEx Express. */
const BARCODES = [/^420(?:\d{5}|\d{9})(9[1-5]\d{18,20})$/, /^10\d{20}(\d{12})$/];

const SHORTEST = 8;
const LONGEST = 40;

/**
 * Reads a parcel's number as scanned or typed, without spaces, dashes and case; of a barcode that holds more, the number alone.
 * An unknown shape is of the carrier `other`, unless it is plainly no number.
 */
export function readTrackingNumber(typed: string): TrackingNumber {
  const text = typed.replaceAll(/[\s\p{Cc}\p{Pd}]/gu, "").toUpperCase();
  if (text === "") return { problem: "empty" };
  if (/^(?:BATCH|ORDER)/.test(text)) return { problem: "batch_id" };
  const number = BARCODES.map((barcode) => barcode.exec(text)?.[1]).find(Boolean) ?? text;
  const known = SHAPES.find(([, shape]) => shape.test(number));
  if (known) return { number, carrier: known[0] };
  if (isBareBatchId(typed, text)) return { problem: "batch_id" };
  const digits = text.replaceAll(/\D/g, "").length;
  if (/[^A-Z0-9]/.test(text) || digits === 0) return { problem: "free_text" };
  if (text.length < SHORTEST) return { problem: "too_short" };
  if (text.length > LONGEST) return { problem: "too_long" };
  // Parcel numbers are digits with a few letters among them; words are not.
  if (digits < 6 || /[A-Z]{5}/.test(text)) return { problem: "free_text" };
  return { number: text, carrier: "other" };
}

/**
 * Whether this is a batch ID without its prefix: a time in base 36, which begins with L to R until 2039, and four more
 * characters.
 */
function isBareBatchId(typed: string, text: string): boolean {
  if (!/^[L-R][A-Z0-9]{7}[A-Z0-9]{4}$/.test(text)) return false;
  return /^\s*[A-Z0-9]{8}-[A-Z0-9]{4}\s*$/i.test(typed) || /[A-Z]/.test(text.slice(1));
}
