// Relative, because the sandbox imports this file without path aliases.
import { businessDate, formatNearDay } from "../base/business-date.ts";
import { cardCount } from "../base/messages.ts";

/** Matches a batch ID, including letters that only older IDs have. */
export const BATCH_ID = /^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$/;

/** The digits of base 32, in the order in which they sort. No 0 O 1 I: the id is written on parcels by hand. */
const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Enough for a time until the year 3084, so that the ids of a later time sort behind those of an earlier one. */
const TIME_LENGTH = 9;

/** Proposes a batch ID for a time in milliseconds. The database keeps IDs unique. */
export function newBatchId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(4));
  const suffix = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join("");
  const time = Array.from({ length: TIME_LENGTH }, (_, place) => {
    const worth = LETTERS.length ** (TIME_LENGTH - 1 - place);
    return LETTERS[Math.floor(now / worth) % LETTERS.length];
  }).join("");
  return `BATCH-${time}-${suffix}`;
}

/** Returns the ID that people see: the batch ID, or ORDER- and eight characters for an imported order. */
export function displayBatchId(order: { id: string; batch_id: string | null }): string {
  return order.batch_id ?? `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
}

/** Signs that people leave out of an id or put in: spaces, dashes of every kind, #, dots and the like. */
const SIGNS = /[\s\p{Dash}#.:_]/gu;

/**
 * Reads a batch id as typed from an email or a package: without its prefix or with it, in any case, with other
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

/** What a batch is named from; `title` is its customer's own name for it. */
export type NamedBatch = { title: string | null; num_cards: number; submitted_at: string };

/** Returns the name on a batch's slab label, where the count has its own box: its title, or "Nov 2 batch". */
export function batchTitle(batch: Omit<NamedBatch, "num_cards">, now: number = Date.now()): string {
  return batch.title ?? `${dayOf(batch.submitted_at, now)} batch`;
}

/** Returns the name of a batch in a sentence, row or email: its title, or "24 cards · Nov 2". */
export function batchName(batch: NamedBatch, now: number = Date.now()): string {
  return batch.title ?? `${cardCount(batch.num_cards)} · ${dayOf(batch.submitted_at, now)}`;
}

const dayOf = (at: string, now: number) => formatNearDay(businessDate(Date.parse(at)), now);
