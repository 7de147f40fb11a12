import { businessDate, formatNearDay } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";

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
