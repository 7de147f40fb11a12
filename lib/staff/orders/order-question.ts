import { daysSince } from "@/lib/base/business-date";
import { formatShortDate } from "@/lib/base/time";
import { cardCount, counted } from "@/lib/base/words";
import { adjustmentTitle } from "@/lib/orders/adjustment";
import type { StaffOrder } from "@/lib/staff/staff-order";

/**
 * Says what of an order is asked of its customer, since when and until when: "2 cards did not come, asked 3 days ago, until
 * Nov 28". Of what was decided and is not done it says what is awaited. Null: nothing is open. `now` is in milliseconds
 * since 1970.
 */
export function questionWords({ asked }: Pick<StaffOrder, "asked">, now: number): string | null {
  if (!asked) return null;
  const more = asked.more > 0 ? `, and ${asked.more} more` : "";
  return `${standing(asked, ageWords(asked.at, now))}${more}`;
}

/** Decides whether its customer waits for our word about an upcharge, disputed or not answered: staff settle it. */
export function isUpchargeUnsettled({ asked }: Pick<StaffOrder, "asked">): boolean {
  return asked !== null && (asked.status === "declined" || asked.status === "expired");
}

function standing(asked: NonNullable<StaffOrder["asked"]>, ago: string): string {
  const { kind, qty, status, chosen_option: option, until } = asked;
  const date = formatShortDate(until);
  if (status === "proposed") return `${adjustmentTitle(asked)}, asked ${ago}, until ${date}`;
  if (status === "expired") return `${adjustmentTitle(asked)}, no answer until ${date}`;
  if (option === "send_rest") return `${cardCount(qty)} to be sent, promised ${ago}, until ${date}`;
  if (option === "refund") return `${cardCount(qty)} to be refunded, decided ${ago}`;
  if (option === "dispute") return `${adjustmentTitle(asked)}, disputed ${ago}`;
  const what = kind === "extra" ? `${cardCount(qty)} on top` : `Upcharge for ${cardCount(qty)}`;
  return `${what} to be paid, decided ${ago}, until ${date}`;
}

/** Says how long ago a moment was, in days of the calendar. */
function ageWords(at: string, now: number): string {
  const days = daysSince(at, now);
  return days === 0 ? "today" : `${counted(days, "day")} ago`;
}
