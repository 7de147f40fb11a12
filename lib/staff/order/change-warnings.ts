import { counted } from "@/lib/base/messages";

/** What is unusual about a change of an order; private.change_warnings decides. */
export const WARNINGS = {
  never_received: "The cards were never checked in.",
  not_sent: "The cards were never sent to the grader.",
  in_shipment: "It's in a shipment that isn't back from the grader.",
  not_paid: "It isn't paid.",
  canceled: "It's canceled.",
  count_differs: "The count doesn't match what was paid for.",
  disputed: "Its payment is disputed, or was lost in a dispute.",
  no_tracking: "It has no tracking number.",
  address_held: "Its return address just changed.",
  goes_back: "This moves it back a step.",
  replaces_tracking: "It already has another tracking number.",
  shared_tracking: "Another customer's order has this tracking number.",
};
export type WarningCode = keyof typeof WARNINGS;

const MANY: Record<WarningCode, (count: number) => string> = {
  never_received: (count) => `${count} never checked in`,
  not_sent: (count) => `${count} never sent to the grader`,
  in_shipment: (count) => `${count} in a shipment that isn't back`,
  not_paid: (count) => `${count} not paid`,
  canceled: (count) => `${count} canceled`,
  count_differs: (count) => `${count} where the count doesn't match what was paid for`,
  disputed: (count) => `${count} with a disputed payment`,
  no_tracking: (count) => `${count} without a tracking number`,
  address_held: (count) => `${count} with a return address that just changed`,
  goes_back: (count) => `${count} moving back a step`,
  replaces_tracking: (count) => `${count} with another tracking number`,
  shared_tracking: (count) => `${count} with another customer's tracking number`,
};

export function warningText(warnings: WarningCode[]): string {
  return warnings.map((code) => WARNINGS[code]).join(" ");
}

export type PreviewedOrder = { id: string; owner: string; warnings: WarningCode[] };

/**
 * Returns a summary of a bulk change: the customers and the warnings, most frequent first. With `isNumber`, all
 * orders get the same tracking number, which is unusual for several customers.
 */
export function previewText(orders: PreviewedOrder[], isNumber: boolean) {
  const owners = new Set(orders.map(({ owner }) => owner)).size;
  const counts = new Map<WarningCode, number>();
  for (const code of orders.flatMap((order) => order.warnings)) counts.set(code, (counts.get(code) ?? 0) + 1);
  const warnings = [...counts].sort(([, a], [, b]) => b - a).map(([code, count]) => MANY[code](count));
  if (isNumber && owners > 1) warnings.unshift(`One tracking number for ${owners} customers`);
  return { summary: `${counted(orders.length, "order")} from ${counted(owners, "customer")}`, warnings };
}
