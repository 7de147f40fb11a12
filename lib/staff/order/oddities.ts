import { counted } from "@/lib/base/words";
import type { OddityCode } from "@/lib/staff/order/schema";

const ONE: Record<OddityCode, string> = {
  never_received: "It was never received.",
  not_sent: "It was never sent to the grader.",
  in_group: "It is in a group for the grader that is not back.",
  not_paid: "It is not paid.",
  canceled: "It is canceled.",
  count_differs: "Other cards were counted than were paid for.",
  disputed: "Its payment is disputed, or was lost to a dispute.",
  no_tracking: "It has no tracking number.",
  address_held: "Its return address was just changed.",
  goes_back: "It goes back to an earlier step.",
  replaces_tracking: "It has another tracking number already.",
  shared_tracking: "Another customer's order has this tracking number.",
};

const MANY: Record<OddityCode, (count: number) => string> = {
  never_received: (count) => `${count} never received`,
  not_sent: (count) => `${count} never sent to the grader`,
  in_group: (count) => `${count} in a group for the grader that is not back`,
  not_paid: (count) => `${count} not paid`,
  canceled: (count) => `${count} canceled`,
  count_differs: (count) => `${count} with another count than was paid for`,
  disputed: (count) => `${count} with a payment that is disputed, or was lost to a dispute`,
  no_tracking: (count) => `${count} without a tracking number`,
  address_held: (count) => `${count} with a return address that was just changed`,
  goes_back: (count) => `${count} going back to an earlier step`,
  replaces_tracking: (count) => `${count} with another tracking number already`,
  shared_tracking: (count) => `${count} with a tracking number of another customer's order`,
};

/** Says of one order what does not fit about its change. */
export function oddityWords(oddities: OddityCode[]): string {
  return oddities.map((code) => ONE[code]).join(" ");
}

/** An order of a change of several, as previewOrders returns it. */
export type PreviewedOrder = { id: string; owner: string; oddities: OddityCode[] };

/**
 * Sums up a change of several orders before it is saved: whose they are, and what does not fit, the most frequent
 * first. With `isNumber` all of them would get one tracking number, which is odd where they are several people's.
 */
export function previewWords(
  orders: PreviewedOrder[],
  isNumber: boolean,
): { summary: string; oddities: string[] } {
  const owners = new Set(orders.map(({ owner }) => owner)).size;
  const counts = new Map<OddityCode, number>();
  for (const code of orders.flatMap((order) => order.oddities)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const oddities = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => MANY[code](count));
  if (isNumber && owners > 1) oddities.unshift(`One tracking number for ${owners} customers`);
  return { summary: `${counted(orders.length, "order")} of ${counted(owners, "customer")}`, oddities };
}
