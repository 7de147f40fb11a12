// Relative imports, because the sandbox loads this file without path aliases.
import { businessDate, formatNearDay } from "../base/business-date.ts";
import { cardCount } from "../base/messages.ts";

/** Matches a batch ID. Older IDs have letters that new ones don't use. */
export const BATCH_ID = /^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$/;

/** The base-32 digits in sort order. 0, O, 1 and I are left out, because people write the ID on packages by hand. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Enough digits for times until the year 3084. The fixed length makes later IDs sort after earlier ones. */
const TIME_LENGTH = 9;

/** Proposes a batch ID for a time in milliseconds. The database enforces that IDs are unique. */
export function newBatchId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const suffix = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
  const time = Array.from({ length: TIME_LENGTH }, (_, place) => {
    const worth = LETTERS.length ** (TIME_LENGTH - 1 - place);
    return LETTERS[Math.floor(now / worth) % LETTERS.length];
  }).join("");
  return `BATCH-${time}-${suffix}`;
}

/** Returns the ID that people see: the batch ID or, for an imported order, ORDER- and eight characters. */
export function displayBatchId(order: { id: string; batch_id: string | null }): string {
  return order.batch_id ?? `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
}

/** Characters that people leave out of an ID or add to it: spaces, dashes of any kind, #, periods and the like. */
const SIGNS = /[\s\p{Dash}#.:_]/gu;

/**
 * Reads a batch ID as typed from an email or a package: with or without its prefix, in any case, with any spaces and
 * dashes, O for 0 and I for 1. Returns it as enqueue_tracking_link compares it (`BATCH` or `ORDER` and the rest,
 * without dashes, O as 0 and I as 1). Null if it can't be a batch ID.
 */
export function readTypedBatchId(typed: string): string | null {
  const plain = typed.normalize("NFKC").replace(SIGNS, "").toUpperCase();
  const alike = (text: string) => text.replaceAll("O", "0").replaceAll("I", "1");
  const [, own] = /^[O0]RDER([0-9A-FOI]{8})$/.exec(plain) ?? [];
  if (own) return `ORDER${alike(own)}`;
  const rest = plain.replace(/^BATCH/, "");
  // Six to sixteen characters for the time, and four random ones.
  return /^[A-Z0-9]{10,20}$/.test(rest) ? `BATCH${alike(rest)}` : null;
}

/** The fields that name a batch. `title` is the customer's own name for it. */
export type NamedBatch = { title: string | null; num_cards: number; submitted_at: string };

/** Returns the batch's name on a slab label, which shows the count separately: its title, or "Nov 2 batch". */
export function batchTitle(batch: Omit<NamedBatch, "num_cards">, now: number = Date.now()): string {
  return batch.title ?? `${dayOf(batch.submitted_at, now)} batch`;
}

/** Returns the name of a batch in a sentence, row or email: its title, or "24 cards · Nov 2". */
export function batchName(batch: NamedBatch, now: number = Date.now()): string {
  return batch.title ?? `${cardCount(batch.num_cards)} · ${dayOf(batch.submitted_at, now)}`;
}

const dayOf = (at: string, now: number) => formatNearDay(businessDate(Date.parse(at)), now);
