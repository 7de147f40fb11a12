import { readScan } from "@/lib/staff/desk/scan";

/** Letters and digits typed one after the other, wherever the focus was. */
export type Run = {
  text: string;
  /** Places in `text` of the keys that came slower than a scanner types. */
  slow: number[];
  /** When the last key came, in milliseconds. */
  lastAt: number;
};

/** Nothing typed yet. */
export const NO_RUN: Run = { text: "", slow: [], lastAt: Number.NEGATIVE_INFINITY };

/** Scanners leave some milliseconds between keys. A hand needs longer to get from a typed count to the trigger. */
const FAST_MS = 150;
/** A pause this long ends a run. */
const PAUSE_MS = 3_000;
/** A batch's own code at the end of what was typed: the count may stand before it. */
const BATCH_AT_END = /(BATCH-?[A-Z0-9]{6,16}-?[A-Z0-9]{4}|ORDER-?[0-9A-F]{8})$/i;
/** Carriers' numbers whose form says where they begin: USPS, UPS, the postal services of the world. */
const PARCEL_AT_END = /(420(\d{5}|\d{9})9[1-5]\d{20}|9[1-5]\d{20}|1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2})$/i;
const DIGITS_AT_END = /\d{10,}$/;
/** The longest count that may have been typed before a number of digits alone. */
const LONGEST_COUNT = 4;

/** Adds a key typed at `at` (milliseconds) to a run. */
export function addKey(run: Run, key: string, at: number): Run {
  const gap = at - run.lastAt;
  if (gap > PAUSE_MS) return { text: key, slow: [], lastAt: at };
  return {
    text: run.text + key,
    slow: gap > FAST_MS ? [...run.slow, run.text.length] : run.slow,
    lastAt: at,
  };
}

/** Returns whether the next key, now at `at`, comes as fast as a scanner's end of line. */
export function isFast(run: Run, at: number): boolean {
  return at - run.lastAt <= FAST_MS;
}

/** Finds a batch's own code at the end of a run, however fast it came; null for none. */
export function batchIn(run: Run): string | null {
  return BATCH_AT_END.exec(run.text)?.[0] ?? null;
}

/**
 * Finds what was scanned in a run that has ended: a batch's code at its end. In a field only a carrier's number counts
 * besides, when it came as fast as a scanner types; outside of one all of it does. Null for none: the keys are then what
 * they are to the field or button in use.
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
  // A pause behind few digits parts them from the number; a later one was the computer's.
  const begin = slow.findLast((place) => place > digits.index && place <= digits.index + LONGEST_COUNT);
  return text.slice(begin ?? digits.index);
}

/** Returns whether most of the keys at the end of a run came from a scanner. */
function isScanned({ text, slow }: Run, tail: string): boolean {
  const begin = text.length - tail.length;
  return slow.filter((place) => place > begin).length <= tail.length / 4;
}

/** Returns the count of one to four digits typed before `scanned`, or before the rest of the text; null for none. */
export function countBefore(text: string, scanned: string): string | null {
  if (!text.endsWith(scanned)) return null;
  const before = text.slice(0, text.length - scanned.length);
  return /^\d{1,4}(?!\d)/.exec(before)?.[0] ?? null;
}
