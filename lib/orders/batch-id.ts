/**
 * Matches a batch id: BATCH-{time}-{four random characters}, upper case. The four are the specification's. It also lets
 * pass the letters that no id is made of any more: older ones have them.
 */
export const BATCH_ID = /^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$/;

/** The digits of base 32, in the order in which they sort. No 0 O 1 I: the id is written on parcels by hand. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Enough for a time until the year 3084, so that the ids of a later time sort behind those of an earlier one. */
const TIME_LENGTH = 9;

/**
 * Makes a batch id of the time `now` (milliseconds since 1970) and four random characters. It is a proposal: the
 * database keeps ids unique, and the server makes another one where a proposal is taken.
 */
export function newBatchId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const suffix = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
  const time = Array.from({ length: TIME_LENGTH }, (_, place) => {
    const worth = LETTERS.length ** (TIME_LENGTH - 1 - place);
    return LETTERS[Math.floor(now / worth) % LETTERS.length];
  }).join("");
  return `BATCH-${time}-${suffix}`;
}

/**
 * Answers the name of an order on every screen, mail, label and export: its batch id, and for an imported order without
 * one ORDER- and the first eight characters of its own id.
 */
export function displayBatchId(order: { id: string; batch_id: string | null }): string {
  return order.batch_id ?? `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
}

/** Signs that people leave out of an id or put in: spaces, dashes of every kind, #, dots and the like. */
const SIGNS = /[\s\p{Dash}#.:_]/gu;

/**
 * Reads a batch id as somebody has typed it off a mail or a parcel: without its prefix or with it, in any case, with other
 * spaces and dashes, O for 0 and I for 1. Answers it as enqueue_tracking_link compares it (`BATCH` or `ORDER` and what
 * follows, without dashes, O as 0 and I as 1), and null for what can be no batch id.
 */
export function readTypedBatchId(typed: string): string | null {
  const plain = typed.normalize("NFKC").replace(SIGNS, "").toUpperCase();
  const alike = (text: string) => text.replaceAll("O", "0").replaceAll("I", "1");
  const [, own] = /^[O0]RDER([0-9A-FOI]{8})$/.exec(plain) ?? [];
  if (own) return `ORDER${alike(own)}`;
  const rest = plain.replace(/^BATCH/, "");
  // Six to sixteen characters of time, and four.
  return /^[A-Z0-9]{10,20}$/.test(rest) ? `BATCH${alike(rest)}` : null;
}
