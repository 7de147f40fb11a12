import { hasLeft } from "@/lib/orders/status";

export const CARRIERS = ["usps", "ups", "fedex", "dhl", "other"] as const;
export type Carrier = (typeof CARRIERS)[number];

export function isCarrier(stored: string): stored is Carrier {
  return (CARRIERS as readonly string[]).includes(stored);
}

const NAMES: Record<Carrier, string> = {
  usps: "USPS",
  ups: "UPS",
  fedex: "FedEx",
  dhl: "DHL",
  other: "Other",
};

export function carrierName(carrier: Carrier): string {
  return NAMES[carrier];
}

export type TrackingProblem = "empty" | "batch_id" | "free_text" | "too_short" | "too_long";

const PROBLEMS: Record<TrackingProblem, string> = {
  empty: "Please scan or type the tracking number.",
  batch_id: "This is a batch ID, not a tracking number. Use the number on the carrier's label.",
  free_text: "This doesn't look like a tracking number. Use the number on the carrier's label.",
  too_short: "This is too short for a tracking number.",
  too_long: "This is too long for a tracking number.",
};

export function trackingProblemText(problem: TrackingProblem): string {
  return PROBLEMS[problem];
}

/** A typed tracking number in its stored form, with the carrier that its format indicates. */
export type TrackingNumber = { number: string; carrier: Carrier } | { problem: TrackingProblem };

/** Formats from the carriers' own documentation. The first match wins. */
const SHAPES: [Carrier, RegExp][] = [
  ["ups", /^1Z[0-9A-Z]{16}$/],
  ["usps", /^(?:9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/],
  ["fedex", /^(?:\d{12}|\d{15}|96\d{20})$/],
  ["dhl", /^\d{10}$/],
  // Postal services of other countries (UPU S10).
  ["other", /^[A-Z]{2}\d{9}[A-Z]{2}$/],
];

/** Barcodes that contain more than the number: USPS with a leading ZIP code, and FedEx Express. */
const BARCODES = [/^420(?:\d{5}|\d{9})(9[1-5]\d{18,20})$/, /^10\d{20}(\d{12})$/];

const SHORTEST = 8;
const LONGEST = 40;

/** Reads a scanned or typed tracking number. An unknown but plausible format gets the carrier `other`. */
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
  // A tracking number is mostly digits, with few letters.
  if (digits < 6 || /[A-Z]{5}/.test(text)) return { problem: "free_text" };
  return { number: text, carrier: "other" };
}

/**
 * Returns whether this is a batch ID without its prefix: a base-36 time (starting with L to R until 2039) and four
 * characters.
 */
function isBareBatchId(typed: string, text: string): boolean {
  if (!/^[L-R][A-Z0-9]{7}[A-Z0-9]{4}$/.test(text)) return false;
  return /^\s*[A-Z0-9]{8}-[A-Z0-9]{4}\s*$/i.test(typed) || /[A-Z]/.test(text.slice(1));
}

/** Returns why this can't be an inbound tracking number. Null if it can, or if it's empty. */
export function inboundNumberProblem(typed: string): string | null {
  const read = readTrackingNumber(typed);
  return "problem" in read && read.problem !== "empty" ? trackingProblemText(read.problem) : null;
}

type CarrierPage = { carrier: string; url: string };

const PAGES: Record<Exclude<Carrier, "other">, string> = {
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/en/express/tracking.html?AWB=",
};

/** Returns the tracking page of `carrier`, or of the one that the number's format indicates. Null if unknown. */
export function carrierPage(
  trackingNumber: string | null,
  carrier: Carrier | null = null,
): CarrierPage | null {
  const read = readTrackingNumber(trackingNumber ?? "");
  if ("problem" in read) return null;
  const by = carrier ?? read.carrier;
  return by === "other" ? null : { carrier: carrierName(by), url: PAGES[by] + read.number };
}

/** A return tracking number with the carrier's page, if known. */
export type TrackingLine = { text: string; page: CarrierPage | null };

/** Shown while a package hasn't left. */
export const NOT_SHIPPED_BACK = "–";

export function trackingLine({
  tracking_number: number,
  return_carrier: carrier,
  submission_status: status,
}: {
  tracking_number: string | null;
  return_carrier: Carrier | null;
  submission_status: string;
}): TrackingLine {
  if (!hasLeft(status)) return { text: NOT_SHIPPED_BACK, page: null };
  return { text: number || "No tracking number", page: carrierPage(number, carrier) };
}
