import { businessDate } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";

/** What can be said about where graded cards go: as the order was paid, or as the profile had it when it was asked. */
export const ADDRESS_CHOICES = ["order", "profile"] as const;
/** Which of the two addresses counts. */
export type AddressChoice = (typeof ADDRESS_CHOICES)[number];

/** An order that may have a question: until when it is asked (an ISO text); null or absent: nobody is asked. */
export type Asked = { address_asked_until?: string | null };

/** Answers until when the owner of graded cards is asked where they go (an ISO text); null once that is over at `now`. */
export function askedUntil({ address_asked_until: until }: Asked, now: number): string | null {
  return until && Date.parse(until) > now ? until : null;
}

/** Writes the day in which the time for an answer ends, where the business is: "Nov 26". */
export function askedDay(until: string): string {
  return formatShortDate(businessDate(Date.parse(until)));
}

/** Says how a question stands, for staff; what its owner reads stands at the question. */
export function addressStanding(question: {
  choice: AddressChoice | null;
  is_by_staff: boolean | null;
  is_open: boolean;
}): string {
  if (question.is_open) return "The owner is asked where to";
  if (question.choice === null) return "The owner did not answer: the order's address counts";
  const who = question.is_by_staff ? "Staff settled it" : "The owner said it";
  return question.choice === "profile"
    ? `${who}: the new address, now the order's`
    : `${who}: the order's address`;
}

const STEPS: Record<string, string> = {
  asked: "We asked where your cards go",
  withdrawn: "Corrected: we no longer ask where your cards go",
  unanswered: "Nobody told us in time where your cards go: the address of this batch counts",
  order: "Your cards go to the address of this batch",
  profile: "Your cards go to the new address of your profile",
};

/** Puts a step of the question as an order's event stores it into words, for its customer. */
export function addressEventWords(stored: string | null): string {
  return STEPS[stored ?? ""] ?? "News about where your cards go";
}
