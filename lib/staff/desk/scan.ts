/** A parsed scan or typed code. */
export type Scan =
  /** A full batch ID, which always starts the next package. */
  | { kind: "batch"; code: string }
  | { kind: "tracking"; number: string }
  | { kind: "count"; count: number }
  /** Anything else, such as a batch ID without its prefix. */
  | { kind: "code"; code: string };

const BATCH = /^(BATCH[A-Z0-9]{10,20}|ORDER[0-9A-F]{8})$/;
/** USPS and FedEx (digits), UPS, international mail (UPU S10), DHL, Amazon. */
const PARCEL = /^(\d{10,}|1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2}|JJ?D\d{16,}|TBA\d{12})$/;
/** GS1 group separator between the fields of a carrier's barcode. */
const SEPARATOR = String.fromCharCode(29);
/** USPS barcodes start with the ZIP code. */
const USPS_WITH_POSTAL_CODE = /^420(\d{5}|\d{9})(9[1-5]\d{20})$/;

/** Parses a scan. Up to four digits are a count. Null for empty text. */
export function readScan(entered: string): Scan | null {
  const code = entered.replaceAll(SEPARATOR, "").trim();
  const plain = code.replaceAll(/[\s-]/g, "").toUpperCase();
  if (plain === "") return null;
  if (BATCH.test(plain)) return { kind: "batch", code };
  if (/^\d{1,4}$/.test(plain)) return { kind: "count", count: Number(plain) };
  if (PARCEL.test(plain)) {
    return { kind: "tracking", number: USPS_WITH_POSTAL_CODE.exec(plain)?.[2] ?? plain };
  }
  return { kind: "code", code };
}

/** Returns whether two codes name the same batch, ignoring case, punctuation and prefix. */
export function isSameBatch(one: string, other: string): boolean {
  const plain = (code: string) =>
    code
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]/g, "")
      .replace(/^(BATCH|ORDER)/, "");
  return plain(one) === plain(other);
}

/** Consecutive key presses, regardless of focus. */
export type Run = {
  text: string;
  /** Indexes in `text` of keys typed more slowly than a scanner types. */
  slow: number[];
  /** Time of the last key, in milliseconds. */
  lastAt: number;
};

export const NO_RUN: Run = { text: "", slow: [], lastAt: Number.NEGATIVE_INFINITY };

/** Longest gap between two keys from a scanner. */
const FAST_MS = 150;
/** A pause this long ends a run. */
const PAUSE_MS = 3_000;
/** A batch ID at the end. A typed count may precede it. */
const BATCH_AT_END = /(BATCH-?[A-Z0-9]{6,16}-?[A-Z0-9]{4}|ORDER-?[0-9A-F]{8})$/i;
/** Tracking numbers with a recognizable start: USPS, UPS, international mail. */
const PARCEL_AT_END = /(420(\d{5}|\d{9})9[1-5]\d{20}|9[1-5]\d{20}|1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2})$/i;
const DIGITS_AT_END = /\d{10,}$/;
/** Digits of the longest count that can precede an all-digit tracking number. */
const LONGEST_COUNT = 4;

export function addKey(run: Run, key: string, at: number): Run {
  const gap = at - run.lastAt;
  if (gap > PAUSE_MS) return { text: key, slow: [], lastAt: at };
  return {
    text: run.text + key,
    slow: gap > FAST_MS ? [...run.slow, run.text.length] : run.slow,
    lastAt: at,
  };
}

export function isFast(run: Run, at: number): boolean {
  return at - run.lastAt <= FAST_MS;
}

/** Returns the batch ID at the end of a run, typed at any speed, or null. */
export function batchIn(run: Run): string | null {
  return BATCH_AT_END.exec(run.text)?.[0] ?? null;
}

/**
 * Returns the scanned code of a finished run, or null. In a field, only batch IDs and tracking numbers at scanner
 * speed are scans. All other text belongs to the field.
 */
export function scanIn(run: Run, isInField: boolean): string | null {
  const batch = batchIn(run);
  if (batch) return batch;
  if (!isInField) return run.text.trim() || null;
  const parcel = parcelIn(run);
  return parcel && isScanned(run, parcel) && readScan(parcel)?.kind === "tracking" ? parcel : null;
}

function parcelIn({ text, slow }: Run): string | null {
  const known = PARCEL_AT_END.exec(text)?.[0];
  if (known) return known;
  const digits = DIGITS_AT_END.exec(text);
  if (!digits) return null;
  // An early pause separates a typed count from the number. A later pause is lag.
  const begin = slow.findLast((place) => place > digits.index && place <= digits.index + LONGEST_COUNT);
  return text.slice(begin ?? digits.index);
}

/** Returns whether most keys of the tail are at scanner speed. */
function isScanned({ text, slow }: Run, tail: string): boolean {
  const begin = text.length - tail.length;
  return slow.filter((place) => place > begin).length <= tail.length / 4;
}

/** Returns the count of one to four digits that precedes `scanned`, or null. */
export function countBefore(text: string, scanned: string): string | null {
  if (!text.endsWith(scanned)) return null;
  const before = text.slice(0, text.length - scanned.length);
  return /^\d{1,4}(?!\d)/.exec(before)?.[0] ?? null;
}

/** The last time each code was in view of the camera, in milliseconds. */
export type SeenCodes = ReadonlyMap<string, number>;

/** A code out of view for this long can be scanned again. */
const GONE_MS = 2_000;

/** Returns the codes in view at `at` (milliseconds) that weren't in view during the previous two seconds. */
export function newCodes(seen: SeenCodes, codes: string[], at: number): { seen: SeenCodes; fresh: string[] } {
  const known = new Map([...seen].filter(([, last]) => at - last < GONE_MS));
  const fresh = [...new Set(codes)].filter((code) => !known.has(code));
  for (const code of codes) known.set(code, at);
  return { seen: known, fresh };
}
