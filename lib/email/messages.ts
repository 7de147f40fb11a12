import { businessDate, formatNearDay } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import { expectedText } from "@/lib/orders/promise";

type CountedOrder = {
  num_cards: number;
  received_count: number;
  received_at: string;
  promised_from: string | null;
  promised_to: string | null;
};

export function checkInText(order: CountedOrder, now: number = Date.now()) {
  const { num_cards: paid, received_count: count, promised_from: from, promised_to: to } = order;
  return {
    subject: hereText(count, paid),
    details: [
      { label: "Checked in", value: formatNearDay(businessDate(Date.parse(order.received_at)), now) },
      ...(from && to ? [{ label: "Expected back", value: expectedText(from, to) }] : []),
    ],
  };
}

function hereText(count: number, paid: number): string {
  if (count === paid) return count === 1 ? "Your card is here" : `All ${cardCount(count)} are here`;
  const cards = count > paid ? cardCount(count) : `${count.toLocaleString("en-US")} of ${cardCount(paid)}`;
  return `${cards} ${count === 1 ? "is" : "are"} here`;
}
