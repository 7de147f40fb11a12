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
  const ofPaid = `${count.toLocaleString("en-US")} of ${cardCount(paid)}`;
  const isAll = count === paid;
  return {
    subject: isAll ? allHere(paid) : `${ofPaid} are here`,
    details: [
      { label: "Checked in", value: formatNearDay(businessDate(Date.parse(order.received_at)), now) },
      ...(from && to ? [{ label: "Expected back", value: expectedText(from, to) }] : []),
    ],
  };
}

const allHere = (count: number) => (count === 1 ? "Your card is here" : `All ${cardCount(count)} are here`);
