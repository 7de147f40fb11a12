/** What an event says of late cards: how many of a batch, and the number under which the grading company has them. */
export type LateCards = { cards: number; number: string };

/** Reads what SQL writes into an event about late cards ("2:SUB-9"); null for anything else. */
export function lateCards(said: string | null): LateCards | null {
  const [, cards, number] = /^(\d+):(.+)$/s.exec(said ?? "") ?? [];
  return cards && number ? { cards: Number(cards), number } : null;
}

/** Tells a customer of cards that go to the grading company after the others of their batch, from the values of an event. */
export function lateCardsWords(
  type: "late_cards_sent" | "late_cards_graded",
  from: string | null,
  to: string | null,
): string {
  const cards = (lateCards(to) ?? lateCards(from))?.cards;
  const more = moreCards(cards);
  if (type === "late_cards_graded") return `${more} ${cards === 1 ? "was" : "were"} graded`;
  return to === null ? `Corrected: ${more} had not left yet` : `${more} left for the grading company`;
}

/** Tells a customer of the number of a batch at the grading company, where it came, or changed, after the cards had left. */
export function numberEventWords(from: string | null, to: string | null): string {
  if (to === null) return "Corrected: no number at the grading company yet";
  return from === null
    ? `Number at the grading company: ${to}`
    : `Corrected number at the grading company: ${to}`;
}

/** Names late cards as their owner reads it: "2 more of your cards"; undefined: nobody knows how many. */
export function moreCards(cards: number | undefined): string {
  return `${cards === undefined ? "Some" : cards.toLocaleString("en-US")} more of your cards`;
}
