import { formatLongBusinessDate } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/words";
import { expectedWords } from "@/lib/orders/promise";

type CountedOrder = {
  num_cards: number;
  received_count: number;
  received_at: string;
  promised_from: string | null;
  promised_to: string | null;
};

/**
 * Returns what the desk counted, for its email and the landing page's sample of it. `toldBefore`: the number in an earlier email.
 */
export function checkInWords(order: CountedOrder, toldBefore: number | null) {
  const { num_cards: paid, received_count: count, promised_from: from, promised_to: to } = order;
  const ofPaid = `${figure(count)} of ${cardCount(paid)}`;
  const isCorrection = toldBefore !== null && toldBefore !== count;
  return {
    subject: `${isCorrection ? "Counted again" : "Received"}: ${ofPaid}`,
    counted: isCorrection
      ? `We counted again: ${ofPaid}, not ${figure(toldBefore)} as we wrote before.`
      : `We counted ${ofPaid}.`,
    details: [
      { label: "Cards paid for", value: figure(paid) },
      { label: "Cards counted", value: figure(count) },
      { label: "Checked in on", value: formatLongBusinessDate(order.received_at) },
      ...(from && to ? [{ label: "Expected back", value: expectedWords(from, to) }] : []),
    ],
  };
}

const figure = (count: number) => count.toLocaleString("en-US");
